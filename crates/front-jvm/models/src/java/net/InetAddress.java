package java.net;

import java.io.IOException;

/**
 * Addresses of a host whose name is localhost, and which knows no other one. What is native is refused: names of other hosts, since
 * nobody knows what they would be found to mean, and addresses of version 6.
 */
public class InetAddress implements java.io.Serializable {
    private static final int LOOPBACK = 0x7f000001;

    final int address;
    /** The name that it was found by, or that was asked for; null if there was none. */
    private String hostName;

    InetAddress(String hostName, int address) {
        this.hostName = hostName;
        this.address = address;
    }

    static InetAddress anyLocalAddress() {
        return new Inet4Address("0.0.0.0", 0);
    }

    /** The address of the other side of a connection. */
    static InetAddress unnamedLoopback() {
        return new Inet4Address(null, LOOPBACK);
    }

    /** An address without the name that it was found by. */
    static InetAddress unnamed(InetAddress address) {
        return new Inet4Address(null, address.address);
    }

    /** Whether this host is meant. Other hosts are refused. */
    static void requireThisHost(InetAddress address) {
        if (address.address != LOOPBACK && address.address != 0) {
            addressesOfOtherHosts();
        }
    }

    public static InetAddress getLoopbackAddress() {
        return new Inet4Address("localhost", LOOPBACK);
    }

    public static InetAddress getLocalHost() throws UnknownHostException {
        return getLoopbackAddress();
    }

    public static InetAddress getByName(String host) throws UnknownHostException {
        if (host == null || host.isEmpty()) {
            return getLoopbackAddress();
        }
        if (host.equalsIgnoreCase("localhost")) {
            return new Inet4Address(host, LOOPBACK);
        }
        long address = parse(host);
        if (address < 0) {
            namesOfOtherHosts();
        }
        return new Inet4Address(null, (int) address);
    }

    /** An address of four decimal numbers, or -1. */
    private static long parse(String text) {
        long address = 0;
        int parts = 0;
        int digits = 0;
        int part = 0;
        for (int i = 0; i <= text.length(); i++) {
            char c = i < text.length() ? text.charAt(i) : '.';
            if (c >= '0' && c <= '9' && digits < 3) {
                part = part * 10 + (c - '0');
                digits++;
            } else if (c == '.' && digits > 0 && part < 256 && parts < 4) {
                address = address << 8 | part;
                parts++;
                digits = 0;
                part = 0;
            } else {
                return -1;
            }
        }
        return parts == 4 ? address : -1;
    }

    public static InetAddress[] getAllByName(String host) throws UnknownHostException {
        return new InetAddress[] {getByName(host)};
    }

    public static InetAddress getByAddress(byte[] address) throws UnknownHostException {
        return getByAddress(null, address);
    }

    public static InetAddress getByAddress(String host, byte[] address) throws UnknownHostException {
        if (address != null && address.length == 16) {
            addressesOfVersion6();
        }
        if (address == null || address.length != 4) {
            throw new UnknownHostException("addr is of illegal length");
        }
        int number = 0;
        for (byte part : address) {
            number = number << 8 | part & 255;
        }
        return new Inet4Address(host, number);
    }

    public boolean isMulticastAddress() {
        return false;
    }

    public boolean isAnyLocalAddress() {
        return false;
    }

    public boolean isLoopbackAddress() {
        return false;
    }

    public boolean isLinkLocalAddress() {
        return false;
    }

    public boolean isSiteLocalAddress() {
        return false;
    }

    public boolean isMCGlobal() {
        return false;
    }

    public boolean isMCNodeLocal() {
        return false;
    }

    public boolean isMCLinkLocal() {
        return false;
    }

    public boolean isMCSiteLocal() {
        return false;
    }

    public boolean isMCOrgLocal() {
        return false;
    }

    public native boolean isReachable(int timeout) throws IOException;

    public native boolean isReachable(NetworkInterface netif, int ttl, int timeout) throws IOException;

    public String getHostName() {
        if (hostName == null) {
            hostName = nameOf();
        }
        return hostName;
    }

    public String getCanonicalHostName() {
        return nameOf();
    }

    private String nameOf() {
        requireThisHost(this);
        return address == LOOPBACK ? "localhost" : "0.0.0.0";
    }

    /** The name if it is known. */
    String nameIfKnown() {
        return hostName;
    }

    public byte[] getAddress() {
        return null;
    }

    public String getHostAddress() {
        return null;
    }

    @Override
    public int hashCode() {
        return -1;
    }

    @Override
    public boolean equals(Object other) {
        return false;
    }

    @Override
    public String toString() {
        String name = hostName;
        return (name == null ? "" : name) + "/" + getHostAddress();
    }

    private static native void namesOfOtherHosts();

    private static native void addressesOfOtherHosts();

    private static native void addressesOfVersion6();
}
