package commute.rt;

import java.io.IOException;
import java.io.OutputStream;

/** A file that {@code Files} writes. */
final class TempOutput extends OutputStream {
    private final TempFiles.Open open;

    TempOutput(TempFiles.Open open) {
        this.open = open;
    }

    @Override
    public void write(int b) throws IOException {
        open.write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        TempFiles.checkRange(bytes, offset, length);
        if (length > 0) {
            open.write(bytes, offset, length);
        }
    }

    @Override
    public void close() {
        open.close();
    }
}
