package java.net;

import commute.rt.Network;
import commute.rt.SocketSettings;
import commute.rt.Step;
import java.io.IOException;
import java.nio.channels.DatagramChannel;
import java.util.Objects;
import java.util.Set;

/** A socket for datagrams in the network of the checker. What is native is refused. */
public class DatagramSocket implements java.io.Closeable {
    private Network.Port port;
    private boolean closed;
    private boolean bound;
    private InetAddress local;
    /** Whom it is connected to, or null. */
    private InetSocketAddress remote;
    private int timeout;
    private SocketSettings settings;

    public DatagramSocket() throws SocketException {
        this(new InetSocketAddress(0));
    }

    protected DatagramSocket(DatagramSocketImpl impl) {
        Objects.requireNonNull(impl);
        implementationsOfThePrograms();
    }

    public DatagramSocket(SocketAddress address) throws SocketException {
        if (address != null) {
            bind(address);
        }
    }

    public DatagramSocket(int port) throws SocketException {
        this(port, null);
    }

    public DatagramSocket(int port, InetAddress address) throws SocketException {
        this(new InetSocketAddress(address, port));
    }

    private void requireOpen() throws SocketException {
        if (closed) {
            throw new SocketException("Socket closed");
        }
    }

    public void bind(SocketAddress address) throws SocketException {
        requireOpen();
        if (bound) {
            throw new SocketException("already bound");
        }
        SocketAddress wanted = address == null ? new InetSocketAddress(0) : address;
        if (!(wanted instanceof InetSocketAddress)) {
            throw new IllegalArgumentException("Unsupported address type!");
        }
        InetSocketAddress at = (InetSocketAddress) wanted;
        if (at.isUnresolved()) {
            throw new SocketException("Unresolved address");
        }
        InetAddress.requireThisHost(at.getAddress());
        Step.begin();
        Network.Port taken = closed || bound ? null : Network.take(at.getPort(), false);
        if (taken != null) {
            port = taken;
            local = InetAddress.unnamed(at.getAddress());
            bound = true;
        }
        Step.end();
        if (taken == null) {
            throw new BindException("Address already in use");
        }
    }

    public void connect(InetAddress address, int port) {
        if (address == null) {
            throw new IllegalArgumentException("Address can't be null");
        }
        if (port < 0 || port > 0xffff) {
            throw new IllegalArgumentException("connect: " + port);
        }
        try {
            connect(new InetSocketAddress(address, port));
        } catch (SocketException ignored) {
            // As the JDK does with a socket that is closed.
        }
    }

    public void connect(SocketAddress address) throws SocketException {
        if (address == null) {
            throw new IllegalArgumentException("Address can't be null");
        }
        if (!(address instanceof InetSocketAddress)) {
            throw new IllegalArgumentException("Unsupported address type");
        }
        InetSocketAddress to = (InetSocketAddress) address;
        if (to.isUnresolved()) {
            throw new SocketException("Unresolved address");
        }
        requireOpen();
        InetAddress.requireThisHost(to.getAddress());
        if (to.getPort() == 0) {
            connectionsToPort0();
        }
        bindIfUnbound();
        Step.begin();
        if (!closed) {
            Network.associate(port, to.getPort());
            remote = to;
        }
        Step.end();
    }

    private void bindIfUnbound() throws SocketException {
        if (!bound) {
            bind(null);
        }
    }

    public void disconnect() {
        Step.begin();
        if (!closed && remote != null) {
            Network.associate(port, 0);
            remote = null;
        }
        Step.end();
    }

    public boolean isBound() {
        return bound;
    }

    public boolean isConnected() {
        return remote != null;
    }

    public InetAddress getInetAddress() {
        InetSocketAddress to = remote;
        return to == null ? null : to.getAddress();
    }

    public int getPort() {
        InetSocketAddress to = remote;
        return to == null ? -1 : to.getPort();
    }

    public SocketAddress getRemoteSocketAddress() {
        return remote;
    }

    public SocketAddress getLocalSocketAddress() {
        return closed || !bound ? null : new InetSocketAddress(getLocalAddress(), getLocalPort());
    }

    public InetAddress getLocalAddress() {
        if (closed) {
            return null;
        }
        InetAddress address = bound ? local : InetAddress.anyLocalAddress();
        return bound && remote != null ? InetAddress.unnamedLoopback() : address;
    }

    public int getLocalPort() {
        Step.begin();
        int number = closed ? -1 : bound ? Network.number(port) : 0;
        Step.end();
        return number;
    }

    public void send(DatagramPacket packet) throws IOException {
        InetAddress to = packet.getAddress();
        InetSocketAddress peer = remote;
        if (peer == null && to == null) {
            throw new IllegalArgumentException("Address not set");
        }
        if (peer != null && to != null && !(to.equals(peer.getAddress()) && packet.getPort() == peer.getPort())) {
            throw new IllegalArgumentException("Connected and packet address differ");
        }
        requireOpen();
        int number = to == null ? peer.getPort() : packet.getPort();
        InetAddress.requireThisHost(to == null ? peer.getAddress() : to);
        if (number == 0) {
            throw new SocketException("Can't send to port 0");
        }
        if (packet.getLength() > Network.LONGEST_DATAGRAM) {
            throw new SocketException("Message too long");
        }
        bindIfUnbound();
        byte[] data = packet.getData();
        int offset = packet.getOffset();
        int length = packet.getLength();
        Step.begin();
        boolean unreachable = !closed && noticesUnreachable();
        boolean late = closed;
        if (!late && !unreachable) {
            Network.send(port, number, data, offset, length);
        }
        Step.end();
        fail(late, unreachable);
    }

    /** A peer that could not be reached may be noticed, or not. */
    private boolean noticesUnreachable() {
        return Network.takeUnreachable(port) && Step.choose(2) == 0;
    }

    private static void fail(boolean late, boolean unreachable) throws IOException {
        if (late) {
            throw new SocketException("Socket closed");
        }
        if (unreachable) {
            throw new PortUnreachableException();
        }
    }

    public void receive(DatagramPacket packet) throws IOException {
        requireOpen();
        bindIfUnbound();
        byte[] data = packet.getData();
        int offset = packet.getOffset();
        int room = packet.room();
        Step.begin();
        boolean timed = timeout > 0;
        if (timed) {
            Step.untilOrTimeout(closed || Network.hasMail(port) || Network.isUnreachable(port));
        }
        Step.until(timed || closed || Network.hasMail(port) || Network.isUnreachable(port));
        boolean late = closed;
        boolean unreachable = !late && noticesUnreachable();
        int from = 0;
        int count = -1;
        if (!late && !unreachable && Network.hasMail(port)) {
            from = Network.sender(port);
            count = Network.receive(port, data, offset, room);
        }
        Step.end();
        fail(late, unreachable);
        if (count >= 0) {
            packet.received(count, from);
        } else if (timed) {
            Step.pause();
            Step.tick();
            throw new SocketTimeoutException("Receive timed out");
        } else {
            // It was not noticed that the peer could not be reached.
            receive(packet);
        }
    }

    public void setSoTimeout(int timeout) throws SocketException {
        if (timeout < 0) {
            throw new IllegalArgumentException("timeout < 0");
        }
        requireOpen();
        this.timeout = timeout;
    }

    public int getSoTimeout() throws SocketException {
        requireOpen();
        return timeout;
    }

    private SocketSettings settings() throws SocketException {
        requireOpen();
        Step.begin();
        if (settings == null) {
            settings = new SocketSettings();
            settings.broadcast = true;
        }
        SocketSettings all = settings;
        Step.end();
        return all;
    }

    public void setSendBufferSize(int size) throws SocketException {
        if (size <= 0) {
            throw new IllegalArgumentException("negative send size");
        }
        settings().sendBuffer = size;
    }

    public int getSendBufferSize() throws SocketException {
        return settings().sendBuffer;
    }

    public void setReceiveBufferSize(int size) throws SocketException {
        if (size <= 0) {
            throw new IllegalArgumentException("invalid receive size");
        }
        settings().receiveBuffer = size;
    }

    public int getReceiveBufferSize() throws SocketException {
        return settings().receiveBuffer;
    }

    public void setReuseAddress(boolean on) throws SocketException {
        if (on) {
            portsThatSeveralHave();
        }
        settings().reuse = false;
    }

    public boolean getReuseAddress() throws SocketException {
        return settings().reuse;
    }

    public void setBroadcast(boolean on) throws SocketException {
        settings().broadcast = on;
    }

    public boolean getBroadcast() throws SocketException {
        return settings().broadcast;
    }

    public void setTrafficClass(int tc) throws SocketException {
        if (tc < 0 || tc > 255) {
            throw new IllegalArgumentException("tc is not in range 0 -- 255");
        }
        settings().trafficClass = tc;
    }

    public int getTrafficClass() throws SocketException {
        return settings().trafficClass;
    }

    public void close() {
        Step.begin();
        if (!closed) {
            closed = true;
            if (port != null) {
                Network.release(port);
                port = null;
            }
        }
        Step.end();
    }

    public boolean isClosed() {
        return closed;
    }

    public DatagramChannel getChannel() {
        return null;
    }

    public static native void setDatagramSocketImplFactory(DatagramSocketImplFactory factory) throws IOException;

    public native <T> DatagramSocket setOption(SocketOption<T> name, T value) throws IOException;

    public native <T> T getOption(SocketOption<T> name) throws IOException;

    public native Set<SocketOption<?>> supportedOptions();

    public native void joinGroup(SocketAddress group, NetworkInterface netIf) throws IOException;

    public native void leaveGroup(SocketAddress group, NetworkInterface netIf) throws IOException;

    private static native void implementationsOfThePrograms();

    private static native void connectionsToPort0();

    private static native void portsThatSeveralHave();
}
