package java.net;

/** An address of four bytes. */
public final class Inet4Address extends InetAddress {
    Inet4Address(String hostName, int address) {
        super(hostName, address);
    }

    @Override
    public boolean isMulticastAddress() {
        return (address & 0xf0000000) == 0xe0000000;
    }

    @Override
    public boolean isAnyLocalAddress() {
        return address == 0;
    }

    @Override
    public boolean isLoopbackAddress() {
        return address >>> 24 == 127;
    }

    @Override
    public boolean isLinkLocalAddress() {
        return address >>> 16 == 0xa9fe;
    }

    @Override
    public boolean isSiteLocalAddress() {
        return address >>> 24 == 10 || address >>> 20 == 0xac1 || address >>> 16 == 0xc0a8;
    }

    @Override
    public boolean isMCGlobal() {
        int first = address >>> 24;
        return first >= 224 && first <= 238 && !(first == 224 && (address & 0xffff00) == 0);
    }

    @Override
    public boolean isMCNodeLocal() {
        return false;
    }

    @Override
    public boolean isMCLinkLocal() {
        return address >>> 8 == 0xe00000;
    }

    @Override
    public boolean isMCSiteLocal() {
        return address >>> 16 == 0xefff;
    }

    @Override
    public boolean isMCOrgLocal() {
        int second = address >>> 16 & 255;
        return address >>> 24 == 239 && second >= 192 && second <= 195;
    }

    @Override
    public byte[] getAddress() {
        return new byte[] {(byte) (address >>> 24), (byte) (address >>> 16), (byte) (address >>> 8), (byte) address};
    }

    @Override
    public String getHostAddress() {
        return (address >>> 24) + "." + (address >>> 16 & 255) + "." + (address >>> 8 & 255) + "." + (address & 255);
    }

    @Override
    public int hashCode() {
        return address;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Inet4Address && ((Inet4Address) other).address == address;
    }
}
