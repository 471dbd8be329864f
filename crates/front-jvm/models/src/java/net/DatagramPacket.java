package java.net;

/** A datagram that is sent or received. The JDK's methods are synchronized; here each is one access. */
public final class DatagramPacket {
    private byte[] data;
    private int offset;
    /** How many bytes are sent, or were received. */
    private int length;
    /** How many can be received. */
    private int room;
    private InetAddress address;
    private int port;

    public DatagramPacket(byte[] data, int offset, int length) {
        setData(data, offset, length);
    }

    public DatagramPacket(byte[] data, int length) {
        this(data, 0, length);
    }

    public DatagramPacket(byte[] data, int offset, int length, InetAddress address, int port) {
        setData(data, offset, length);
        setAddress(address);
        setPort(port);
    }

    public DatagramPacket(byte[] data, int offset, int length, SocketAddress address) {
        setData(data, offset, length);
        setSocketAddress(address);
    }

    public DatagramPacket(byte[] data, int length, InetAddress address, int port) {
        this(data, 0, length, address, port);
    }

    public DatagramPacket(byte[] data, int length, SocketAddress address) {
        this(data, 0, length, address);
    }

    public InetAddress getAddress() {
        return address;
    }

    public int getPort() {
        return port;
    }

    public byte[] getData() {
        return data;
    }

    public int getOffset() {
        return offset;
    }

    public int getLength() {
        return length;
    }

    /** How many bytes can be received. */
    int room() {
        return room;
    }

    /** So many bytes were received from a port of this host. */
    void received(int count, int from) {
        length = count;
        address = InetAddress.unnamedLoopback();
        port = from;
    }

    public void setData(byte[] data, int offset, int length) {
        if (length < 0 || offset < 0 || length + offset < 0 || length + offset > data.length) {
            throw new IllegalArgumentException("illegal length or offset");
        }
        this.data = data;
        this.length = length;
        this.room = length;
        this.offset = offset;
    }

    public void setAddress(InetAddress address) {
        this.address = address;
    }

    public void setPort(int port) {
        if (port < 0 || port > 0xffff) {
            throw new IllegalArgumentException("Port out of range:" + port);
        }
        this.port = port;
    }

    public void setSocketAddress(SocketAddress address) {
        if (!(address instanceof InetSocketAddress)) {
            throw new IllegalArgumentException("unsupported address type");
        }
        InetSocketAddress to = (InetSocketAddress) address;
        if (to.isUnresolved()) {
            throw new IllegalArgumentException("unresolved address");
        }
        setAddress(to.getAddress());
        setPort(to.getPort());
    }

    public SocketAddress getSocketAddress() {
        return new InetSocketAddress(address, port);
    }

    public void setData(byte[] data) {
        if (data == null) {
            throw new NullPointerException("null packet buffer");
        }
        setData(data, 0, data.length);
    }

    public void setLength(int length) {
        if (length + offset > data.length || length < 0 || length + offset < 0) {
            throw new IllegalArgumentException("illegal length");
        }
        this.length = length;
        this.room = length;
    }
}
