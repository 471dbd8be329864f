package java.net;

import commute.rt.Listening;
import commute.rt.StreamSocket;
import java.io.IOException;
import java.nio.channels.ServerSocketChannel;
import java.util.Objects;
import java.util.Set;

/** A socket that listens in the network of the checker. What is native is refused. */
public class ServerSocket implements java.io.Closeable {
    private static final int BACKLOG = 50;

    private final Listening state;
    private InetAddress address;

    protected ServerSocket(SocketImpl impl) {
        state = new Listening();
        Objects.requireNonNull(impl);
        implementationsOfThePrograms();
    }

    /** That of a channel. */
    ServerSocket(Listening state) {
        this.state = state;
    }

    public ServerSocket() throws IOException {
        state = new Listening();
    }

    public ServerSocket(int port) throws IOException {
        this(port, BACKLOG, null);
    }

    public ServerSocket(int port, int backlog) throws IOException {
        this(port, backlog, null);
    }

    public ServerSocket(int port, int backlog, InetAddress address) throws IOException {
        if (port < 0 || port > 0xffff) {
            throw new IllegalArgumentException("Port value out of range: " + port);
        }
        state = new Listening();
        bind(new InetSocketAddress(address, port), backlog);
    }

    public void bind(SocketAddress endpoint) throws IOException {
        bind(endpoint, BACKLOG);
    }

    public void bind(SocketAddress endpoint, int backlog) throws IOException {
        requireOpen();
        if (state.isBound()) {
            throw new SocketException("Already bound");
        }
        SocketAddress wanted = endpoint == null ? new InetSocketAddress(0) : endpoint;
        if (!(wanted instanceof InetSocketAddress)) {
            throw new IllegalArgumentException("Unsupported address type");
        }
        InetSocketAddress at = (InetSocketAddress) wanted;
        if (at.isUnresolved()) {
            throw new SocketException("Unresolved address");
        }
        InetAddress.requireThisHost(at.getAddress());
        address = at.getAddress();
        int result = state.bind(at.getPort(), backlog < 1 ? BACKLOG : backlog);
        if (result == StreamSocket.CLOSED) {
            throw new SocketException("Socket closed");
        }
        if (result == StreamSocket.IN_USE) {
            throw new BindException("Address already in use");
        }
    }

    private void requireOpen() throws SocketException {
        if (state.isClosed()) {
            throw new SocketException("Socket is closed");
        }
    }

    public InetAddress getInetAddress() {
        return state.isBound() ? address : null;
    }

    public int getLocalPort() {
        return state.localPort();
    }

    public SocketAddress getLocalSocketAddress() {
        return state.isBound() ? new InetSocketAddress(address, getLocalPort()) : null;
    }

    public Socket accept() throws IOException {
        requireOpen();
        if (!state.isBound()) {
            throw new SocketException("Socket is not bound yet");
        }
        Socket socket = new Socket((SocketImpl) null);
        implAccept(socket);
        return socket;
    }

    protected final void implAccept(Socket socket) throws IOException {
        Listening.Accepted accepted = state.accept(true, false);
        switch (accepted.result) {
            case StreamSocket.CLOSED:
                throw new SocketException("Socket closed");
            case StreamSocket.TIMED_OUT:
                throw new SocketTimeoutException("Accept timed out");
            default:
                socket.adopt(accepted.socket);
        }
    }

    public void close() throws IOException {
        state.close();
    }

    public ServerSocketChannel getChannel() {
        return null;
    }

    public boolean isBound() {
        return state.isBound();
    }

    public boolean isClosed() {
        return state.isClosed();
    }

    public void setSoTimeout(int timeout) throws SocketException {
        requireOpen();
        if (timeout < 0) {
            throw new IllegalArgumentException("timeout < 0");
        }
        state.setTimeout(timeout);
    }

    public int getSoTimeout() throws IOException {
        requireOpen();
        return state.timeout();
    }

    public void setReuseAddress(boolean on) throws SocketException {
        requireOpen();
        state.settings().reuse = on;
    }

    public boolean getReuseAddress() throws SocketException {
        requireOpen();
        return state.settings().reuse;
    }

    @Override
    public String toString() {
        if (!state.isBound()) {
            return "ServerSocket[unbound]";
        }
        return "ServerSocket[addr=" + address + ",localport=" + getLocalPort() + "]";
    }

    public static native void setSocketFactory(SocketImplFactory factory) throws IOException;

    public void setReceiveBufferSize(int size) throws SocketException {
        if (size <= 0) {
            throw new IllegalArgumentException("negative receive size");
        }
        requireOpen();
        state.settings().receiveBuffer = size;
    }

    public int getReceiveBufferSize() throws SocketException {
        requireOpen();
        return state.settings().receiveBuffer;
    }

    public void setPerformancePreferences(int connectionTime, int latency, int bandwidth) {
    }

    public <T> ServerSocket setOption(SocketOption<T> name, T value) throws IOException {
        Objects.requireNonNull(name);
        requireOpen();
        state.settings().set(name.name(), value);
        return this;
    }

    @SuppressWarnings("unchecked")
    public <T> T getOption(SocketOption<T> name) throws IOException {
        Objects.requireNonNull(name);
        requireOpen();
        return (T) state.settings().get(name.name());
    }

    public native Set<SocketOption<?>> supportedOptions();

    private static native void implementationsOfThePrograms();
}
