package java.net;

import java.util.Locale;

/** An address and a port. */
public class InetSocketAddress extends SocketAddress {
    /** The name of a host of which no address is known; otherwise null. */
    private final String hostName;
    private final InetAddress address;
    private final int port;

    private InetSocketAddress(String hostName, InetAddress address, int port) {
        this.hostName = hostName;
        this.address = address;
        this.port = port;
    }

    public InetSocketAddress(int port) {
        this((String) null, InetAddress.anyLocalAddress(), checked(port));
    }

    public InetSocketAddress(InetAddress address, int port) {
        this((String) null, address == null ? InetAddress.anyLocalAddress() : address, checked(port));
    }

    public InetSocketAddress(String hostName, int port) {
        this((String) null, found(hostName), checked(port));
    }

    public static InetSocketAddress createUnresolved(String host, int port) {
        checked(port);
        return new InetSocketAddress(checked(host), (InetAddress) null, port);
    }

    private static int checked(int port) {
        if (port < 0 || port > 0xffff) {
            throw new IllegalArgumentException("port out of range:" + port);
        }
        return port;
    }

    private static String checked(String host) {
        if (host == null) {
            throw new IllegalArgumentException("hostname can't be null");
        }
        return host;
    }

    private static InetAddress found(String host) {
        try {
            return InetAddress.getByName(checked(host));
        } catch (UnknownHostException never) {
            throw new Error(never);
        }
    }

    public final int getPort() {
        return port;
    }

    public final InetAddress getAddress() {
        return address;
    }

    public final String getHostName() {
        return address == null ? hostName : address.getHostName();
    }

    public final String getHostString() {
        if (address == null) {
            return hostName;
        }
        String name = address.nameIfKnown();
        return name == null ? address.getHostAddress() : name;
    }

    public final boolean isUnresolved() {
        return address == null;
    }

    @Override
    public String toString() {
        return (address == null ? hostName + "/<unresolved>" : address.toString()) + ":" + port;
    }

    @Override
    public final boolean equals(Object object) {
        if (!(object instanceof InetSocketAddress)) {
            return false;
        }
        InetSocketAddress other = (InetSocketAddress) object;
        boolean same = address != null ? address.equals(other.address)
            : other.address == null && hostName.equalsIgnoreCase(other.hostName);
        return same && port == other.port;
    }

    @Override
    public final int hashCode() {
        return (address != null ? address.hashCode() : hostName.toLowerCase(Locale.ROOT).hashCode()) + port;
    }
}
