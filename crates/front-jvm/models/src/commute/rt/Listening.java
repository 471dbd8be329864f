package commute.rt;

/** A port where connections are accepted: what {@code ServerSocket} and {@code ServerSocketChannel} are made of. */
public final class Listening {
    private Network.Port port;
    private boolean closed;
    /** The number of the port, which is remembered when it is closed; -1 before it has one. */
    private int number = -1;
    private int timeout;
    private SocketSettings settings;

    public SocketSettings settings() {
        Step.begin();
        if (settings == null) {
            settings = new SocketSettings();
            settings.reuse = true;
        }
        SocketSettings all = settings;
        Step.end();
        return all;
    }

    public int timeout() {
        return timeout;
    }

    public void setTimeout(int millis) {
        timeout = millis;
    }

    public boolean isClosed() {
        return closed;
    }

    public boolean isBound() {
        return number >= 0;
    }

    public int localPort() {
        return number;
    }

    /** Takes a port and listens there: two calls of the system in the JDK, but in between it is as if somebody else had the port. */
    public int bind(int wanted, int backlog) {
        Step.begin();
        Network.Port taken = closed ? null : Network.take(wanted, true);
        int result = taken != null ? StreamSocket.DONE : closed ? StreamSocket.CLOSED : StreamSocket.IN_USE;
        if (taken != null) {
            port = taken;
            number = Network.number(taken);
            Network.listen(taken, backlog);
        }
        Step.end();
        return result;
    }

    /** Whether accepting comes to an end without anybody else, inside a step. */
    boolean isReady() {
        return closed || port != null && Network.hasComer(port);
    }

    /** What {@link #accept} came to if it gives no connection. */
    public static final class Accepted {
        public int result;
        public StreamSocket socket;
    }

    public Accepted accept(boolean blocking, boolean interruptible) {
        Accepted accepted = new Accepted();
        Step.begin();
        boolean timed = blocking && timeout > 0;
        if (timed) {
            Step.untilOrTimeout(isReady());
        }
        Step.until(!blocking || timed || isReady() || interruptible && Step.interrupted());
        boolean interrupted = interruptible && blocking && Step.interrupted();
        if (closed || interrupted || !isReady()) {
            accepted.result = closed ? StreamSocket.CLOSED : interrupted ? StreamSocket.INTERRUPTED : StreamSocket.TIMED_OUT;
        } else {
            accepted.result = StreamSocket.DONE;
            accepted.socket = new StreamSocket(Network.accept(port));
        }
        Step.end();
        if (timed && accepted.result == StreamSocket.TIMED_OUT) {
            Step.pause();
            Step.tick();
        }
        return accepted;
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
}
