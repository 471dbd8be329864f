package commute.rt;

import java.io.IOException;
import java.net.BindException;
import java.net.ChannelSockets;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketOption;
import java.nio.ByteBuffer;
import java.nio.channels.AlreadyBoundException;
import java.nio.channels.AlreadyConnectedException;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ConnectionPendingException;
import java.nio.channels.NoConnectionPendingException;
import java.nio.channels.NotYetConnectedException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.nio.channels.UnresolvedAddressException;
import java.nio.channels.UnsupportedAddressTypeException;
import java.util.Objects;
import java.util.Set;

/** A channel of a connection. What is native is refused. */
public final class StreamChannel extends SocketChannel {
    private final StreamSocket state;
    /** Where it is being connected to without waiting, or null; and what came of it. */
    private InetSocketAddress pending;
    private int outcome;
    private InetSocketAddress remote;
    private InetSocketAddress local;

    StreamChannel(StreamSocket state) {
        super(null);
        this.state = state;
    }

    /** {@link SocketChannel#open()}. */
    public static SocketChannel make() {
        return new StreamChannel(new StreamSocket());
    }

    /** {@link SocketChannel#open(SocketAddress)}. */
    public static SocketChannel make(SocketAddress to) throws IOException {
        SocketChannel made = make();
        try {
            made.connect(to);
        } catch (IOException | RuntimeException e) {
            made.close();
            throw e;
        }
        return made;
    }

    static InetSocketAddress checked(SocketAddress address) throws IOException {
        Objects.requireNonNull(address);
        if (!(address instanceof InetSocketAddress)) {
            throw new UnsupportedAddressTypeException();
        }
        InetSocketAddress checked = (InetSocketAddress) address;
        if (checked.isUnresolved()) {
            throw new UnresolvedAddressException();
        }
        ChannelSockets.requireThisHost(checked);
        return checked;
    }

    /** What can be done without waiting, inside a step. */
    int readyNow() {
        if (pending != null) {
            return outcome != 0 || Network.answers(pending.getPort()) ? SelectionKey.OP_CONNECT : 0;
        }
        if (!state.isConnected()) {
            return 0;
        }
        return (state.isReadable() ? SelectionKey.OP_READ : 0) | (state.isWritable() ? SelectionKey.OP_WRITE : 0);
    }

    private void requireOpen() throws ClosedChannelException {
        if (!isOpen()) {
            throw new ClosedChannelException();
        }
    }

    private void requireConnected() throws ClosedChannelException {
        requireOpen();
        if (pending != null || !state.isConnected()) {
            throw new NotYetConnectedException();
        }
    }

    @Override
    public SocketChannel bind(SocketAddress address) throws IOException {
        requireOpen();
        if (pending != null) {
            throw new ConnectionPendingException();
        }
        if (state.isBound()) {
            throw new AlreadyBoundException();
        }
        InetSocketAddress at = address == null ? new InetSocketAddress(0) : checked(address);
        int result = state.bind(at.getPort());
        if (result == StreamSocket.CLOSED) {
            throw new ClosedChannelException();
        }
        if (result == StreamSocket.IN_USE) {
            throw new BindException("Address already in use");
        }
        local = at;
        return this;
    }

    @Override
    public boolean connect(SocketAddress address) throws IOException {
        InetSocketAddress to = checked(address);
        requireOpen();
        if (pending != null) {
            throw new ConnectionPendingException();
        }
        if (state.isConnected()) {
            throw new AlreadyConnectedException();
        }
        if (isBlocking()) {
            return come(to, state.connect(to.getPort(), false, Step.interruptsSeen()));
        }
        Step.begin();
        pending = to;
        outcome = state.tryConnect(to.getPort());
        Step.end();
        return false;
    }

    /** What came of connecting. */
    private boolean come(InetSocketAddress to, int result) throws IOException {
        switch (result) {
            case StreamSocket.DONE:
                remote = to;
                return true;
            case StreamSocket.REFUSED:
                close();
                throw new ConnectException("Connection refused");
            case StreamSocket.INTERRUPTED:
                close();
                throw new ClosedByInterruptException();
            case StreamSocket.CLOSED:
                throw new AsynchronousCloseException();
            default:
                return false;
        }
    }

    @Override
    public boolean finishConnect() throws IOException {
        requireOpen();
        if (pending == null) {
            if (state.isConnected()) {
                return true;
            }
            throw new NoConnectionPendingException();
        }
        InetSocketAddress to = pending;
        boolean blocking = isBlocking();
        Step.begin();
        Step.until(!blocking || outcome != 0 || state.isClosed() || Network.answers(to.getPort()));
        if (outcome == 0) {
            outcome = state.tryConnect(to.getPort());
        }
        int result = outcome;
        if (result != 0) {
            pending = null;
        }
        Step.end();
        return come(to, result);
    }

    @Override
    public boolean isConnected() {
        return pending == null && state.isConnected();
    }

    @Override
    public boolean isConnectionPending() {
        return pending != null;
    }

    @Override
    public int read(ByteBuffer to) throws IOException {
        Objects.requireNonNull(to);
        if (to.isReadOnly()) {
            throw new IllegalArgumentException("Read-only buffer");
        }
        requireConnected();
        if (!to.hasRemaining()) {
            return 0;
        }
        int start = to.position();
        int count = state.readChannel(to.array(), to.arrayOffset() + start, to.remaining(), isBlocking());
        if (count == Network.RESET) {
            throw new SocketException("Connection reset");
        }
        fail(count);
        to.position(start + Math.max(count, 0));
        return count;
    }

    @Override
    public int write(ByteBuffer from) throws IOException {
        Objects.requireNonNull(from);
        requireConnected();
        if (state.isOutputShut()) {
            // The JDK finds out too late that nobody has interfered.
            throw new AsynchronousCloseException();
        }
        int start = from.position();
        byte[] bytes = new byte[from.remaining()];
        from.get(bytes);
        int count = isBlocking() ? state.write(bytes, 0, bytes.length, Step.interruptsSeen())
            : state.tryWrite(bytes, 0, bytes.length);
        from.position(start + Math.max(count, 0));
        fail(count);
        return count;
    }

    private void fail(int result) throws IOException {
        if (result == StreamSocket.CLOSED) {
            throw new AsynchronousCloseException();
        }
        if (result == StreamSocket.INTERRUPTED) {
            close();
            throw new ClosedByInterruptException();
        }
        if (result == Network.BROKEN) {
            throw new IOException("Broken pipe");
        }
    }

    @Override
    public native long read(ByteBuffer[] to, int offset, int length) throws IOException;

    @Override
    public native long write(ByteBuffer[] from, int offset, int length) throws IOException;

    @Override
    public SocketChannel shutdownInput() throws IOException {
        requireConnected();
        state.shutInput();
        return this;
    }

    @Override
    public SocketChannel shutdownOutput() throws IOException {
        requireConnected();
        state.shutOutput();
        return this;
    }

    @Override
    public Socket socket() {
        return ChannelSockets.of(this, state, remote);
    }

    @Override
    public SocketAddress getRemoteAddress() throws IOException {
        requireOpen();
        if (!isConnected()) {
            return null;
        }
        return remote != null ? remote : ChannelSockets.loopback(state.remotePort());
    }

    @Override
    public SocketAddress getLocalAddress() throws IOException {
        requireOpen();
        if (isConnected()) {
            return ChannelSockets.loopback(state.localPort());
        }
        return state.isBound() ? ChannelSockets.local(local, state.localPort()) : null;
    }

    @Override
    public <T> SocketChannel setOption(SocketOption<T> name, T value) throws IOException {
        requireOpen();
        state.settings().set(name.name(), value);
        return this;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> T getOption(SocketOption<T> name) throws IOException {
        requireOpen();
        return (T) state.settings().get(name.name());
    }

    @Override
    public native Set<SocketOption<?>> supportedOptions();

    @Override
    protected void implCloseSelectableChannel() throws IOException {
        state.close();
    }

    @Override
    protected void implConfigureBlocking(boolean block) throws IOException {
    }
}
