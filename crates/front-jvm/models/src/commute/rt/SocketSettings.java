package commute.rt;

/** The options of a socket. They are remembered; of all of them only {@code SO_LINGER} with 0 does something. */
public final class SocketSettings {
    public boolean noDelay;
    public boolean keepAlive;
    public boolean urgentInline;
    public boolean reuse;
    public boolean broadcast;
    public int linger = -1;
    public int sendBuffer = Network.CAPACITY;
    public int receiveBuffer = Network.CAPACITY;
    public int trafficClass;

    /** An option by its name in {@code StandardSocketOptions}. */
    public Object get(String name) {
        switch (name) {
            case "TCP_NODELAY":
                return noDelay;
            case "SO_KEEPALIVE":
                return keepAlive;
            case "SO_REUSEADDR":
                return reuse;
            case "SO_BROADCAST":
                return broadcast;
            case "SO_LINGER":
                return linger;
            case "SO_SNDBUF":
                return sendBuffer;
            case "SO_RCVBUF":
                return receiveBuffer;
            case "IP_TOS":
                return trafficClass;
            default:
                otherOptions();
                return null;
        }
    }

    public void set(String name, Object value) {
        switch (name) {
            case "TCP_NODELAY":
                noDelay = (Boolean) value;
                break;
            case "SO_KEEPALIVE":
                keepAlive = (Boolean) value;
                break;
            case "SO_REUSEADDR":
                reuse = (Boolean) value;
                break;
            case "SO_BROADCAST":
                broadcast = (Boolean) value;
                break;
            case "SO_LINGER":
                linger = Math.min((Integer) value, 65535);
                break;
            case "SO_SNDBUF":
                sendBuffer = (Integer) value;
                break;
            case "SO_RCVBUF":
                receiveBuffer = (Integer) value;
                break;
            case "IP_TOS":
                trafficClass = (Integer) value;
                break;
            default:
                otherOptions();
        }
    }

    private static native void otherOptions();
}
