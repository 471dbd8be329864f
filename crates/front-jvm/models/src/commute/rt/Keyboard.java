package commute.rt;

import java.io.BufferedInputStream;
import java.io.InputStream;
import java.io.OutputStream;

/** {@code System.in}: what is typed there is not known, so whoever reads it is refused. Nobody makes one. */
public final class Keyboard extends BufferedInputStream {
    private Keyboard() {
        super((InputStream) null);
    }

    public native int read();

    public native int read(byte[] bytes);

    public native int read(byte[] bytes, int offset, int length);

    public native byte[] readAllBytes();

    public native byte[] readNBytes(int length);

    public native int readNBytes(byte[] bytes, int offset, int length);

    public native long skip(long count);

    public native void skipNBytes(long count);

    public native int available();

    public native void mark(int limit);

    public native void reset();

    public native boolean markSupported();

    public native long transferTo(OutputStream out);

    public native void close();
}
