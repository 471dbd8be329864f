package commute.rt;

import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;

/** A file that {@code Files} reads. */
final class TempInput extends InputStream {
    private final TempFiles.Open open;

    TempInput(TempFiles.Open open) {
        this.open = open;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return open.read(one, 0, 1) < 0 ? -1 : one[0] & 255;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        return length == 0 ? 0 : open.read(bytes, offset, length);
    }

    @Override
    public long skip(long count) throws IOException {
        int before = open.position();
        open.position(Math.max(0, Math.min(before + count, open.size())));
        return open.position() - before;
    }

    @Override
    public int available() throws IOException {
        return Math.max(0, open.size() - open.position());
    }

    @Override
    public void close() {
        open.close();
    }
}
