package commute.rt;

import java.io.IOException;
import java.net.BindException;
import java.net.ChannelSockets;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.SocketAddress;
import java.net.SocketOption;
import java.nio.channels.AlreadyBoundException;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.NotYetBoundException;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Set;

/** A channel that accepts connections. What is native is refused. */
public final class ListenChannel extends ServerSocketChannel {
    private static final int BACKLOG = 50;

    public final Listening state = new Listening();
    private InetSocketAddress local;

    private ListenChannel() {
        super(null);
    }

    /** {@link ServerSocketChannel#open}. */
    public static ServerSocketChannel make() {
        return new ListenChannel();
    }

    int readyNow() {
        return state.isReady() ? SelectionKey.OP_ACCEPT : 0;
    }

    private void requireOpen() throws ClosedChannelException {
        if (!isOpen()) {
            throw new ClosedChannelException();
        }
    }

    @Override
    public ServerSocketChannel bind(SocketAddress address, int backlog) throws IOException {
        requireOpen();
        if (state.isBound()) {
            throw new AlreadyBoundException();
        }
        InetSocketAddress at = address == null ? new InetSocketAddress(0) : StreamChannel.checked(address);
        int result = state.bind(at.getPort(), backlog < 1 ? BACKLOG : backlog);
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
    public SocketChannel accept() throws IOException {
        requireOpen();
        if (!state.isBound()) {
            throw new NotYetBoundException();
        }
        Listening.Accepted accepted = state.accept(isBlocking(), Step.interruptsSeen());
        switch (accepted.result) {
            case StreamSocket.DONE:
                return new StreamChannel(accepted.socket);
            case StreamSocket.CLOSED:
                throw new AsynchronousCloseException();
            case StreamSocket.INTERRUPTED:
                close();
                throw new ClosedByInterruptException();
            default:
                return null;
        }
    }

    @Override
    public SocketAddress getLocalAddress() throws IOException {
        requireOpen();
        return state.isBound() ? ChannelSockets.local(local, state.localPort()) : null;
    }

    @Override
    public ServerSocket socket() {
        return ChannelSockets.of(this, state);
    }

    @Override
    public <T> ServerSocketChannel setOption(SocketOption<T> name, T value) throws IOException {
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
