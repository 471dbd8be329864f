package java.net;

import commute.rt.Network;
import commute.rt.Step;
import commute.rt.StreamSocket;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.SocketChannel;
import java.util.Objects;
import java.util.Set;

/** A socket of the network of the checker. What is native is refused. */
public class Socket implements java.io.Closeable {
    private StreamSocket state;
    /** The address that it is connected to; null if it was accepted. */
    private InetAddress remote;
    private InetAddress local;
    private InputStream in;
    private OutputStream out;

    public Socket() {
        state = new StreamSocket();
    }

    public Socket(Proxy proxy) {
        proxies();
    }

    /** That of a channel. */
    Socket(StreamSocket state, InetAddress remote) {
        this.state = state;
        this.remote = remote;
    }

    protected Socket(SocketImpl impl) throws SocketException {
        state = new StreamSocket();
        if (impl != null) {
            implementationsOfThePrograms();
        }
    }

    public Socket(String host, int port) throws UnknownHostException, IOException {
        this(new InetSocketAddress(InetAddress.getByName(host), port), null);
    }

    public Socket(InetAddress address, int port) throws IOException {
        this(new InetSocketAddress(Objects.requireNonNull(address), port), null);
    }

    public Socket(String host, int port, InetAddress localAddress, int localPort) throws IOException {
        this(new InetSocketAddress(InetAddress.getByName(host), port), new InetSocketAddress(localAddress, localPort));
    }

    public Socket(InetAddress address, int port, InetAddress localAddress, int localPort) throws IOException {
        this(new InetSocketAddress(Objects.requireNonNull(address), port),
            new InetSocketAddress(localAddress, localPort));
    }

    @Deprecated
    public Socket(String host, int port, boolean stream) throws IOException {
        this(new InetSocketAddress(InetAddress.getByName(host), port), null);
        requireStream(stream);
    }

    @Deprecated
    public Socket(InetAddress host, int port, boolean stream) throws IOException {
        this(new InetSocketAddress(Objects.requireNonNull(host), port), null);
        requireStream(stream);
    }

    private static void requireStream(boolean stream) {
        if (!stream) {
            datagramsBySocket();
        }
    }

    private Socket(InetSocketAddress to, InetSocketAddress from) throws IOException {
        state = new StreamSocket();
        try {
            if (from != null) {
                bind(from);
            }
            connect(to);
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    /** Becomes one side of a connection that was accepted. */
    void adopt(StreamSocket accepted) {
        state = accepted;
    }

    public void connect(SocketAddress endpoint) throws IOException {
        connect(endpoint, 0);
    }

    public void connect(SocketAddress endpoint, int timeout) throws IOException {
        if (endpoint == null) {
            throw new IllegalArgumentException("connect: The address can't be null");
        }
        if (timeout < 0) {
            throw new IllegalArgumentException("connect: timeout can't be negative");
        }
        requireOpen();
        if (state.isConnected()) {
            throw new SocketException("already connected");
        }
        if (!(endpoint instanceof InetSocketAddress)) {
            throw new IllegalArgumentException("Unsupported address type");
        }
        InetSocketAddress to = (InetSocketAddress) endpoint;
        if (to.isUnresolved()) {
            throw new UnknownHostException(to.getHostName());
        }
        InetAddress.requireThisHost(to.getAddress());
        switch (state.connect(to.getPort(), timeout > 0, false)) {
            case StreamSocket.CLOSED:
                throw new SocketException("Socket closed");
            case StreamSocket.REFUSED:
                throw new ConnectException("Connection refused");
            case StreamSocket.TIMED_OUT:
                Step.tick();
                throw new SocketTimeoutException("Connect timed out");
            default:
                remote = to.getAddress().isAnyLocalAddress() ? InetAddress.getLocalHost() : to.getAddress();
        }
    }

    public void bind(SocketAddress endpoint) throws IOException {
        requireOpen();
        if (state.isBound()) {
            throw new SocketException("Already bound");
        }
        if (endpoint != null && !(endpoint instanceof InetSocketAddress)) {
            throw new IllegalArgumentException("Unsupported address type");
        }
        InetSocketAddress from = endpoint == null ? new InetSocketAddress(0) : (InetSocketAddress) endpoint;
        if (from.isUnresolved()) {
            throw new SocketException("Unresolved address");
        }
        InetAddress.requireThisHost(from.getAddress());
        int result = state.bind(from.getPort());
        if (result == StreamSocket.CLOSED) {
            throw new SocketException("Socket closed");
        }
        if (result == StreamSocket.IN_USE) {
            throw new BindException("Address already in use");
        }
        local = from.getAddress();
    }

    private void requireOpen() throws SocketException {
        if (state.isClosed()) {
            throw new SocketException("Socket is closed");
        }
    }

    private void requireConnected() throws SocketException {
        requireOpen();
        if (!state.isConnected()) {
            throw new SocketException("Socket is not connected");
        }
    }

    public InetAddress getInetAddress() {
        if (!state.isConnected()) {
            return null;
        }
        return remote != null ? remote : InetAddress.unnamedLoopback();
    }

    public InetAddress getLocalAddress() {
        if (!state.isBound() || state.isClosed()) {
            return InetAddress.anyLocalAddress();
        }
        return state.isConnected() ? InetAddress.unnamedLoopback() : local;
    }

    public int getPort() {
        return state.isConnected() ? state.remotePort() : 0;
    }

    public int getLocalPort() {
        return state.isBound() ? state.localPort() : -1;
    }

    public SocketAddress getRemoteSocketAddress() {
        return state.isConnected() ? new InetSocketAddress(getInetAddress(), getPort()) : null;
    }

    public SocketAddress getLocalSocketAddress() {
        return state.isBound() ? new InetSocketAddress(getLocalAddress(), getLocalPort()) : null;
    }

    public SocketChannel getChannel() {
        return null;
    }

    public InputStream getInputStream() throws IOException {
        requireConnected();
        if (state.isInputShut()) {
            throw new SocketException("Socket input is shutdown");
        }
        Step.begin();
        if (in == null) {
            in = new SocketInputStream(this);
        }
        InputStream stream = in;
        Step.end();
        return stream;
    }

    public OutputStream getOutputStream() throws IOException {
        requireConnected();
        if (state.isOutputShut()) {
            throw new SocketException("Socket output is shutdown");
        }
        Step.begin();
        if (out == null) {
            out = new SocketOutputStream(this);
        }
        OutputStream stream = out;
        Step.end();
        return stream;
    }

    private static final class SocketInputStream extends InputStream {
        private final Socket socket;

        SocketInputStream(Socket socket) {
            this.socket = socket;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 255;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int count = socket.state.read(bytes, offset, length);
            switch (count) {
                case StreamSocket.CLOSED:
                    throw new SocketException("Socket closed");
                case Network.RESET:
                    throw new SocketException("Connection reset");
                case StreamSocket.TIMED_OUT:
                    throw new SocketTimeoutException("Read timed out");
                default:
                    return count;
            }
        }

        @Override
        public int available() throws IOException {
            int count = socket.state.available();
            if (count < 0) {
                throw new SocketException("Socket closed");
            }
            return count;
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    private static final class SocketOutputStream extends OutputStream {
        private final Socket socket;

        SocketOutputStream(Socket socket) {
            this.socket = socket;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            int result = socket.state.write(bytes, offset, length, false);
            if (result < 0) {
                throw new SocketException(result == StreamSocket.CLOSED ? "Socket closed" : "Broken pipe");
            }
        }

        @Override
        public void close() throws IOException {
            socket.close();
        }
    }

    public void setTcpNoDelay(boolean on) throws SocketException {
        requireOpen();
        state.settings().noDelay = on;
    }

    public boolean getTcpNoDelay() throws SocketException {
        requireOpen();
        return state.settings().noDelay;
    }

    public void setSoLinger(boolean on, int linger) throws SocketException {
        requireOpen();
        if (on && linger < 0) {
            throw new IllegalArgumentException("invalid value for SO_LINGER");
        }
        state.settings().linger = on ? Math.min(linger, 65535) : -1;
    }

    public int getSoLinger() throws SocketException {
        requireOpen();
        return state.settings().linger;
    }

    public native void sendUrgentData(int data) throws IOException;

    public void setOOBInline(boolean on) throws SocketException {
        requireOpen();
        state.settings().urgentInline = on;
    }

    public boolean getOOBInline() throws SocketException {
        requireOpen();
        return state.settings().urgentInline;
    }

    public void setSoTimeout(int timeout) throws SocketException {
        requireOpen();
        if (timeout < 0) {
            throw new IllegalArgumentException("timeout can't be negative");
        }
        state.setTimeout(timeout);
    }

    public int getSoTimeout() throws SocketException {
        requireOpen();
        return state.timeout();
    }

    public void setSendBufferSize(int size) throws SocketException {
        if (size <= 0) {
            throw new IllegalArgumentException("negative send size");
        }
        requireOpen();
        state.settings().sendBuffer = size;
    }

    public int getSendBufferSize() throws SocketException {
        requireOpen();
        return state.settings().sendBuffer;
    }

    public void setReceiveBufferSize(int size) throws SocketException {
        if (size <= 0) {
            throw new IllegalArgumentException("invalid receive size");
        }
        requireOpen();
        state.settings().receiveBuffer = size;
    }

    public int getReceiveBufferSize() throws SocketException {
        requireOpen();
        return state.settings().receiveBuffer;
    }

    public void setKeepAlive(boolean on) throws SocketException {
        requireOpen();
        state.settings().keepAlive = on;
    }

    public boolean getKeepAlive() throws SocketException {
        requireOpen();
        return state.settings().keepAlive;
    }

    public void setTrafficClass(int tc) throws SocketException {
        if (tc < 0 || tc > 255) {
            throw new IllegalArgumentException("tc is not in range 0 -- 255");
        }
        requireOpen();
        state.settings().trafficClass = tc;
    }

    public int getTrafficClass() throws SocketException {
        return state.settings().trafficClass;
    }

    public void setReuseAddress(boolean on) throws SocketException {
        requireOpen();
        state.settings().reuse = on;
    }

    public boolean getReuseAddress() throws SocketException {
        requireOpen();
        return state.settings().reuse;
    }

    public void close() throws IOException {
        state.close();
    }

    public void shutdownInput() throws IOException {
        requireConnected();
        if (state.isInputShut()) {
            throw new SocketException("Socket input is already shutdown");
        }
        state.shutInput();
    }

    public void shutdownOutput() throws IOException {
        requireConnected();
        if (state.isOutputShut()) {
            throw new SocketException("Socket output is already shutdown");
        }
        state.shutOutput();
    }

    @Override
    public String toString() {
        if (!state.isConnected()) {
            return "Socket[unconnected]";
        }
        return "Socket[addr=" + getInetAddress() + ",port=" + getPort() + ",localport=" + getLocalPort() + "]";
    }

    public boolean isConnected() {
        return state.isConnected();
    }

    public boolean isBound() {
        return state.isBound();
    }

    public boolean isClosed() {
        return state.isClosed();
    }

    public boolean isInputShutdown() {
        return state.isInputShut();
    }

    public boolean isOutputShutdown() {
        return state.isOutputShut();
    }

    public static native void setSocketImplFactory(SocketImplFactory factory) throws IOException;

    public void setPerformancePreferences(int connectionTime, int latency, int bandwidth) {
    }

    public <T> Socket setOption(SocketOption<T> name, T value) throws IOException {
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

    private static native void proxies();

    private static native void implementationsOfThePrograms();

    private static native void datagramsBySocket();
}
