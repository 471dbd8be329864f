package commute.rt;

import java.util.Objects;

/**
 * A program's side of a connection: what {@code Socket} and {@code SocketChannel} are made of. What the JDK does by one call of the system
 * is one step.
 */
public final class StreamSocket {
    /** What came of an operation, besides what the network says. */
    public static final int DONE = 1;
    public static final int CLOSED = -4;
    public static final int TIMED_OUT = -5;
    public static final int REFUSED = -6;
    public static final int IN_USE = -7;
    public static final int INTERRUPTED = -8;

    private Network.End end;
    /** A port that it is bound to, as long as it is not connected. */
    private Network.Port own;
    /** The port of the other side, if it was connected from here. */
    private int remotePort;
    private boolean bound;
    private boolean connected;
    private boolean closed;
    private boolean inputShut;
    private boolean outputShut;
    /** Somebody has come to the end of what can be read. */
    private boolean ended;
    /** Somebody has written a part and waits to write the rest. */
    private boolean writing;
    /** A connection was tried and refused: the JDK does not try another one with the same socket. */
    private boolean failed;
    /** How many milliseconds a read may wait, or 0. */
    private int timeout;
    private SocketSettings settings;

    public StreamSocket() {
    }

    /** One that was accepted. */
    StreamSocket(Network.End end) {
        this.end = end;
        this.bound = true;
        this.connected = true;
    }

    public SocketSettings settings() {
        Step.begin();
        if (settings == null) {
            settings = new SocketSettings();
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

    public boolean isConnected() {
        return connected;
    }

    public boolean isBound() {
        return bound;
    }

    public boolean isInputShut() {
        return inputShut;
    }

    public boolean isOutputShut() {
        return outputShut;
    }

    /** Takes a port. */
    public int bind(int port) {
        Step.begin();
        Network.Port taken = failed || closed ? null : Network.take(port, true);
        int result = taken != null ? DONE : failed || closed ? CLOSED : IN_USE;
        if (taken != null) {
            own = taken;
            bound = true;
        }
        Step.end();
        return result;
    }

    /** Connects to a port. What waits for room at the port may give up. */
    public int connect(int port, boolean timed, boolean interruptible) {
        Step.begin();
        if (timed) {
            Step.untilOrTimeout(closed || failed || Network.answers(port));
        }
        Step.until(timed || closed || failed || Network.answers(port) || interruptible && Step.interrupted());
        int result = connectNow(port, interruptible && Step.interrupted());
        failed = result < 0;
        Step.end();
        return result;
    }

    /** Tries to connect, inside a step. */
    private int connectNow(int port, boolean interrupted) {
        if (closed || failed) {
            return CLOSED;
        }
        if (interrupted) {
            return INTERRUPTED;
        }
        if (!Network.answers(port)) {
            return TIMED_OUT;
        }
        end = Network.connect(port, own);
        if (end == null) {
            return REFUSED;
        }
        own = null;
        remotePort = port;
        bound = true;
        connected = true;
        return DONE;
    }

    /** The same, but who cannot connect at once does not wait: nothing then. */
    int tryConnect(int port) {
        Step.begin();
        int result = connectNow(port, false);
        Step.end();
        return result == TIMED_OUT ? Network.NOTHING_THERE : result;
    }

    /** Whether a read comes to an end without anybody else, inside a step. */
    boolean isReadable() {
        return closed || inputShut || Network.isReadable(end);
    }

    /** Whether a write does. */
    boolean isWritable() {
        return closed || outputShut || Network.isWritable(end);
    }

    /** How many bytes were read, or what there is instead. */
    public int read(byte[] bytes, int offset, int length) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        if (length == 0) {
            return 0;
        }
        Step.begin();
        boolean timed = timeout > 0;
        if (timed) {
            Step.untilOrTimeout(ended || isReadable());
        }
        Step.until(timed || ended || isReadable());
        int result = ended ? Network.END : readNow(bytes, offset, length);
        if (result == Network.END) {
            ended = true;
        }
        Step.end();
        if (result == Network.NOTHING_THERE) {
            Step.pause();
            Step.tick();
            return TIMED_OUT;
        }
        return result;
    }

    /** The same for a channel. */
    int readChannel(byte[] bytes, int offset, int length, boolean blocking) {
        Step.begin();
        Step.until(!blocking || isReadable() || Step.interruptsSeen() && Step.interrupted());
        int result = blocking && Step.interruptsSeen() && Step.interrupted() && !closed ? INTERRUPTED
            : readNow(bytes, offset, length);
        Step.end();
        return result;
    }

    private int readNow(byte[] bytes, int offset, int length) {
        if (closed) {
            return CLOSED;
        }
        return inputShut ? Network.END : Network.read(end, bytes, offset, length);
    }

    /** Writes all of it. Who has begun is not interrupted by others who write. */
    public int write(byte[] bytes, int offset, int length, boolean interruptible) {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        int done = 0;
        while (done < length) {
            Step.begin();
            Step.until(closed || (!writing || done > 0) && isWritable() || interruptible && Step.interrupted());
            int result = interruptible && Step.interrupted() && !closed ? INTERRUPTED
                : writeNow(bytes, offset + done, length - done);
            done += Math.max(result, 0);
            writing = result > 0 && done < length;
            Step.end();
            if (result < 0) {
                return result;
            }
        }
        return length;
    }

    /** Writes as much as there is room for. */
    int tryWrite(byte[] bytes, int offset, int length) {
        Step.begin();
        int result = writing ? 0 : writeNow(bytes, offset, length);
        Step.end();
        return result;
    }

    private int writeNow(byte[] bytes, int offset, int length) {
        if (closed) {
            return CLOSED;
        }
        return outputShut ? Network.BROKEN : Network.write(end, bytes, offset, length);
    }

    public int available() {
        Step.begin();
        int result = closed ? CLOSED : inputShut ? 0 : Network.available(end);
        Step.end();
        return result;
    }

    /** Nothing more is read here: who waits comes to the end. */
    public void shutInput() {
        inputShut = true;
    }

    /** Nothing more is written here. */
    public void shutOutput() {
        Step.begin();
        if (!outputShut && !closed) {
            outputShut = true;
            Network.finish(end);
        }
        Step.end();
    }

    public void close() {
        Step.begin();
        if (!closed) {
            closed = true;
            if (end != null) {
                Network.close(end, settings != null && settings.linger == 0);
            } else if (own != null) {
                Network.release(own);
                own = null;
            }
        }
        Step.end();
    }

    /** The number of the port of this side. */
    public int localPort() {
        Step.begin();
        int number = end != null ? Network.port(end) : own != null ? Network.number(own) : -1;
        Step.end();
        return number;
    }

    /** The number of the port of the other side. */
    public int remotePort() {
        Step.begin();
        int number = remotePort != 0 ? remotePort : Network.peerPort(end);
        Step.end();
        return number;
    }
}
