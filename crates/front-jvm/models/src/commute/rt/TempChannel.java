package commute.rt;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;

/** {@link java.nio.file.Files#newByteChannel}. */
final class TempChannel implements SeekableByteChannel {
    private final TempFiles.Open open;

    TempChannel(TempFiles.Open open) {
        this.open = open;
    }

    @Override
    public int read(ByteBuffer to) throws IOException {
        byte[] some = new byte[to.remaining()];
        int count = open.read(some, 0, some.length);
        if (count > 0) {
            to.put(some, 0, count);
        }
        return count;
    }

    @Override
    public int write(ByteBuffer from) throws IOException {
        byte[] all = new byte[from.remaining()];
        from.duplicate().get(all);
        open.write(all, 0, all.length);
        from.position(from.limit());
        return all.length;
    }

    @Override
    public long position() throws IOException {
        return open.position();
    }

    @Override
    public SeekableByteChannel position(long wanted) throws IOException {
        if (wanted < 0) {
            throw new IllegalArgumentException();
        }
        open.position(wanted);
        return this;
    }

    @Override
    public long size() throws IOException {
        return open.size();
    }

    @Override
    public SeekableByteChannel truncate(long size) throws IOException {
        if (size < 0) {
            throw new IllegalArgumentException("Negative size");
        }
        open.truncate(size);
        return this;
    }

    @Override
    public boolean isOpen() {
        return open.isOpen();
    }

    @Override
    public void close() {
        open.close();
    }
}
