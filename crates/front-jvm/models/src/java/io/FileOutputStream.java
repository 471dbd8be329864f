package java.io;

import commute.rt.TempFiles;
import java.nio.channels.FileChannel;

/** Writes a file that the program makes. What is native is refused. */
public class FileOutputStream extends OutputStream {
    private final TempFiles.Open open;

    public FileOutputStream(String name) throws FileNotFoundException {
        this(name, false);
    }

    public FileOutputStream(String name, boolean append) throws FileNotFoundException {
        this(name == null ? null : new File(name), append);
    }

    public FileOutputStream(File file) throws FileNotFoundException {
        this(file, false);
    }

    public FileOutputStream(File file, boolean append) throws FileNotFoundException {
        String path = file.getPath();
        if (file.isInvalid()) {
            throw new FileNotFoundException("Invalid file path");
        }
        int how = TempFiles.WRITE | TempFiles.CREATE | (append ? TempFiles.APPEND : TempFiles.TRUNCATE);
        open = TempFiles.open(path, how, true);
        if (open.error != 0) {
            throw new FileNotFoundException(path + " (" + TempFiles.text(open.error) + ")");
        }
    }

    public FileOutputStream(FileDescriptor descriptor) {
        open = null;
        getFD();
    }

    @Override
    public void write(int b) throws IOException {
        open.write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes) throws IOException {
        write(bytes, 0, bytes.length);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        TempFiles.checkRange(bytes, offset, length);
        if (length > 0) {
            open.write(bytes, offset, length);
        }
    }

    @Override
    public void close() throws IOException {
        open.close();
    }

    public final native FileDescriptor getFD();

    public native FileChannel getChannel();

    protected void finalize() throws IOException {
    }
}
