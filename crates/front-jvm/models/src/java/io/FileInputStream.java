package java.io;

import commute.rt.TempFiles;
import java.nio.channels.FileChannel;

/** Reads a file that the program has made. What is native is refused. */
public class FileInputStream extends InputStream {
    private final TempFiles.Open open;

    public FileInputStream(String name) throws FileNotFoundException {
        this(name == null ? null : new File(name));
    }

    public FileInputStream(File file) throws FileNotFoundException {
        String path = file.getPath();
        if (file.isInvalid()) {
            throw new FileNotFoundException("Invalid file path");
        }
        open = TempFiles.open(path, TempFiles.READ, true);
        int error = open.error == 0 && open.isDirectory() ? TempFiles.IS_DIRECTORY : open.error;
        if (error != 0) {
            throw new FileNotFoundException(path + " (" + TempFiles.text(error) + ")");
        }
    }

    public FileInputStream(FileDescriptor descriptor) {
        open = null;
        getFD();
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return open.read(one, 0, 1) < 0 ? -1 : one[0] & 255;
    }

    @Override
    public int read(byte[] bytes) throws IOException {
        return read(bytes, 0, bytes.length);
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        TempFiles.checkRange(bytes, offset, length);
        return length == 0 ? 0 : open.read(bytes, offset, length);
    }

    @Override
    public byte[] readAllBytes() throws IOException {
        return super.readAllBytes();
    }

    @Override
    public byte[] readNBytes(int length) throws IOException {
        return super.readNBytes(length);
    }

    @Override
    public int readNBytes(byte[] bytes, int offset, int length) throws IOException {
        return super.readNBytes(bytes, offset, length);
    }

    @Override
    public long transferTo(OutputStream out) throws IOException {
        return super.transferTo(out);
    }

    /** Also past the end, and back. */
    @Override
    public long skip(long count) throws IOException {
        long to = open.position() + count;
        if (to < 0) {
            throw new IOException("Invalid argument");
        }
        open.position(to);
        return count;
    }

    @Override
    public int available() throws IOException {
        return Math.max(0, open.size() - open.position());
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
