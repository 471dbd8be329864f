package commute.rt;

/**
 * The network: ports, connections and datagrams of one host, which has the address 127.0.0.1. Nothing but bytes and numbers comes in
 * and goes out, and the objects in between are the network's own, so that programs that share nothing else may share it. All methods
 * are for the middle of a step.
 */
public final class Network {
    private Network() {
    }

    /** So many bytes are on their way in each direction of a connection at most; who writes more waits. */
    public static final int CAPACITY = 1 << 16;
    /** So many bytes a datagram has at most. */
    public static final int LONGEST_DATAGRAM = 65507;
    /** So many datagrams wait for a receiver at most; others are lost. */
    private static final int MAILBOX = 64;
    /** The first of the ports that are given to who wants any. */
    private static final int FIRST_FREE = 49152;
    private static final int PORTS = 1 << 16;

    /** What came of an operation that moves no bytes. */
    public static final int NOTHING_THERE = 0;
    public static final int END = -1;
    public static final int RESET = -2;
    public static final int BROKEN = -3;

    /** The ports of streams that somebody has, by their numbers; and those of datagrams. */
    private static Port streams;
    private static Port datagrams;
    /** Connections, one side of each, where they may be reset. */
    private static End all;
    /** The process that is cut off from the others, counted from one, or 0. */
    private static int alone;

    /** A port that somebody has. */
    public static final class Port {
        final int number;
        private final boolean isOfStreams;
        private Port next;
        /** Whether connections to it are accepted. */
        private boolean listens;
        private int backlog;
        /** The side of each connection that is to be accepted, in the order in which they came. */
        private End first;
        /** The datagrams that have come, in their order. */
        private Datagram mail;
        /** The only port that this one sends to and receives from, or 0. */
        private int peer;
        /** Whether something was sent to the peer that it could not get. */
        private boolean unreachable;
        /** The process that it belongs to; see {@link Life}. */
        private final int process = Step.process();
        Port nextKept;

        Port(int number, boolean isOfStreams) {
            this.number = number;
            this.isOfStreams = isOfStreams;
        }

        /** Whether a connection can be accepted. */
        public boolean hasComer() {
            return first != null;
        }
    }

    /** One side of a connection. */
    public static final class End {
        private End peer;
        private End next;
        /** What has come and is not read, replaced as a whole; null is nothing. */
        private byte[] arrived;
        /** Nothing more comes after that: the other side has said so. */
        private boolean ended;
        /** The same, since there is no other side any more. */
        private boolean reset;
        /** What is sent from here comes to nobody, and that is known here. */
        private boolean broken;
        /** This side is closed. */
        private boolean gone;
        /** How many reads have returned less than there was. */
        private int partial;
        /** The port that it has for itself: one that it was bound to, or that somebody has asked for. */
        private Port own;
        /** The number of the port, 0 if nobody has asked for it. */
        private int number;
        /** The process that it belongs to; see {@link Life}. */
        private int process;
        End nextKept;
        private End nextOfAll;

        End(int number) {
            this.number = number;
        }

        /** Whether reading would not wait. */
        public boolean isReadable() {
            return arrived != null || ended || reset;
        }

        /** Whether writing a byte would not wait. */
        public boolean isWritable() {
            return broken || peer.gone || available(peer) < CAPACITY;
        }
    }

    private static final class Datagram {
        final int from;
        final byte[] bytes;
        Datagram next;

        Datagram(int from, byte[] bytes) {
            this.from = from;
            this.bytes = bytes;
        }
    }

    /** A port with this number, or any if that is 0; null if somebody has it. */
    public static Port take(int number, boolean isOfStreams) {
        Port port = takeForNobody(number, isOfStreams);
        if (port != null) {
            Life.keep(port);
        }
        return port;
    }

    private static Port takeForNobody(int number, boolean isOfStreams) {
        int wanted = number == 0 ? FIRST_FREE : number;
        Port before = null;
        Port after = isOfStreams ? streams : datagrams;
        while (after != null && after.number <= wanted) {
            if (after.number == wanted && number != 0) {
                return null;
            }
            if (after.number == wanted) {
                wanted++;
            }
            before = after;
            after = after.next;
        }
        if (wanted == PORTS) {
            return null;
        }
        Port port = new Port(wanted, isOfStreams);
        port.next = after;
        link(before, port, isOfStreams);
        return port;
    }

    /** Puts a port behind another one, or first. */
    private static void link(Port before, Port port, boolean isOfStreams) {
        if (before != null) {
            before.next = port;
        } else if (isOfStreams) {
            streams = port;
        } else {
            datagrams = port;
        }
    }

    private static Port find(int number, boolean isOfStreams) {
        Port at = isOfStreams ? streams : datagrams;
        while (at != null && at.number < number) {
            at = at.next;
        }
        return at != null && at.number == number ? at : null;
    }

    public static int number(Port port) {
        return port.number;
    }

    /** Connections to a port may come from now on. */
    public static void listen(Port port, int backlog) {
        port.listens = true;
        port.backlog = backlog;
    }

    /** Gives a port back. Who waits to be accepted at it loses its connection. */
    public static void release(Port port) {
        Port before = null;
        Port at = port.isOfStreams ? streams : datagrams;
        while (at != port) {
            before = at;
            at = at.next;
        }
        link(before, port.next, port.isOfStreams);
        port.next = null;
        Life.drop(port);
        for (End end = port.first; end != null; end = end.next) {
            cut(end);
        }
        port.first = null;
        port.listens = false;
        port.mail = null;
    }

    /** Whether it is known what comes of connecting to a port: who comes while too many wait there waits too. */
    public static boolean answers(int number) {
        Port port = find(number, true);
        if (port == null || !port.listens || isBetween(port.process)) {
            return true;
        }
        int waiting = 0;
        for (End end = port.first; end != null; end = end.next) {
            waiting++;
        }
        return waiting <= port.backlog;
    }

    /** A connection to a port, from a port of its own if there is one; null if it is refused. */
    public static End connect(int number, Port own) {
        Port port = find(number, true);
        if (port == null || !port.listens || isBetween(port.process)) {
            return null;
        }
        End here = new End(own == null ? 0 : own.number);
        End there = new End(number);
        here.own = own;
        here.peer = there;
        there.peer = here;
        here.process = Step.process();
        there.process = port.process;
        Life.keep(here);
        if (Step.resets() + Step.partitions() > 0) {
            here.nextOfAll = all;
            all = here;
        }
        if (port.first == null) {
            port.first = there;
        } else {
            End last = port.first;
            while (last.next != null) {
                last = last.next;
            }
            last.next = there;
        }
        return here;
    }

    /** Whether a connection can be accepted. */
    public static boolean hasComer(Port port) {
        return port.hasComer();
    }

    /** The connection that waits longest. */
    public static End accept(Port port) {
        End end = port.first;
        port.first = end.next;
        end.next = null;
        Life.keep(end);
        return end;
    }

    /** Whether reading would not wait. */
    public static boolean isReadable(End end) {
        return end.isReadable();
    }

    /** Whether writing a byte would not wait. */
    public static boolean isWritable(End end) {
        return end.isWritable();
    }

    /** How many bytes have come. */
    public static int available(End end) {
        return end.arrived == null ? 0 : end.arrived.length;
    }

    /** How many bytes were read, or what there is instead. */
    public static int read(End end, byte[] bytes, int offset, int length) {
        byte[] content = end.arrived;
        if (content == null) {
            return end.reset ? RESET : end.ended ? END : NOTHING_THERE;
        }
        int count = Math.min(length, content.length);
        if (count > 1 && end.partial < Step.partialReads()) {
            int fewer = Step.choose(count);
            if (fewer > 0) {
                end.partial++;
                count -= fewer;
            }
        }
        for (int i = 0; i < count; i++) {
            bytes[offset + i] = content[i];
        }
        end.arrived = count == content.length ? null : rest(content, count);
        return count;
    }

    /** What is left of some bytes. */
    private static byte[] rest(byte[] bytes, int start) {
        byte[] rest = new byte[bytes.length - start];
        for (int i = 0; i < rest.length; i++) {
            rest[i] = bytes[start + i];
        }
        return rest;
    }

    /** How many bytes were written; the first of those that nobody will read are not known to be lost. */
    public static int write(End end, byte[] bytes, int offset, int length) {
        if (end.broken) {
            return BROKEN;
        }
        End to = end.peer;
        if (to.gone) {
            end.broken = true;
            return length;
        }
        byte[] before = to.arrived;
        int there = available(to);
        int count = Math.min(length, CAPACITY - there);
        if (count > 0) {
            byte[] after = new byte[there + count];
            for (int i = 0; i < there; i++) {
                after[i] = before[i];
            }
            for (int i = 0; i < count; i++) {
                after[there + i] = bytes[offset + i];
            }
            to.arrived = after;
        }
        return count;
    }

    /** Nothing more is written on this side. */
    public static void finish(End end) {
        end.peer.ended = true;
    }

    /**
     * Closes one side. If it leaves something unread the other side learns of that: by a reset, as on most systems, or just as if
     * nothing were left.
     */
    public static void close(End end, boolean abruptly) {
        if (end.arrived != null) {
            abruptly = abruptly || Step.choose(2) == 0;
        }
        if (abruptly) {
            cut(end);
        } else {
            end.gone = true;
            end.peer.ended = true;
        }
        end.arrived = null;
        Life.drop(end);
        giveBack(end);
    }

    /** Ends a connection from one side. */
    private static void cut(End end) {
        end.gone = true;
        end.peer.reset = true;
        end.peer.broken = true;
    }

    /** The number of the port of one side. Numbers are given to who asks. */
    public static int port(End end) {
        if (end.number == 0) {
            end.own = takeForNobody(0, true);
            end.number = end.own.number;
            if (end.gone) {
                giveBack(end);
            }
        }
        return end.number;
    }

    private static void giveBack(End end) {
        if (end.own != null) {
            release(end.own);
            end.own = null;
        }
    }

    /** That of the other side. */
    public static int peerPort(End end) {
        return port(end.peer);
    }

    /** Sends a datagram, which may be lost. */
    public static void send(Port from, int to, byte[] bytes, int offset, int length) {
        Port port = find(to, false);
        if (port == null) {
            from.unreachable = from.peer == to;
            return;
        }
        if (port.peer != 0 && port.peer != from.number || isBetween(port.process)) {
            return;
        }
        byte[] copy = new byte[length];
        for (int i = 0; i < length; i++) {
            copy[i] = bytes[offset + i];
        }
        deliver(port, new Datagram(from.number, copy));
    }

    /** Puts a datagram behind the others that wait. */
    private static void deliver(Port port, Datagram sent) {
        if (port.mail == null) {
            port.mail = sent;
            return;
        }
        int waiting = 1;
        Datagram last = port.mail;
        while (last.next != null) {
            last = last.next;
            waiting++;
        }
        if (waiting < MAILBOX) {
            last.next = sent;
        }
    }

    /** Sends to one port and receives from it only; from any if it is 0. What has come from others is dropped. */
    public static void associate(Port port, int peer) {
        port.peer = peer;
        port.unreachable = false;
        Datagram kept = null;
        for (Datagram at = port.mail; at != null && peer != 0; at = at.next) {
            if (at.from != peer) {
                continue;
            }
            Datagram copy = new Datagram(at.from, at.bytes);
            if (kept == null) {
                port.mail = copy;
            } else {
                kept.next = copy;
            }
            kept = copy;
        }
        if (kept == null && peer != 0) {
            port.mail = null;
        }
    }

    /** Whether the peer could not be reached, which is said once. */
    public static boolean takeUnreachable(Port port) {
        boolean unreachable = port.unreachable;
        port.unreachable = false;
        return unreachable;
    }

    public static boolean isUnreachable(Port port) {
        return port.unreachable;
    }

    public static boolean hasMail(Port port) {
        return port.mail != null;
    }

    /** The port that the first datagram was sent from. */
    public static int sender(Port port) {
        return port.mail.from;
    }

    /** Takes the first datagram, as much of it as there is room for: how many bytes that is. */
    public static int receive(Port port, byte[] bytes, int offset, int length) {
        byte[] content = port.mail.bytes;
        int count = Math.min(length, content.length);
        for (int i = 0; i < count; i++) {
            bytes[offset + i] = content[i];
        }
        port.mail = port.mail.next;
        return count;
    }

    /** Whether the process that asks and another one are cut off from each other. */
    private static boolean isBetween(int process) {
        return Step.partitions() > 0 && alone != 0 && process != Step.process() && (alone == process + 1 || alone == Step.process() + 1);
    }

    /** How many datagrams wait that have so many waiting with them, counted with them from there on. */
    static int mails(int behind) {
        int count = 0;
        for (Port port = datagrams; port != null; port = port.next) {
            for (Datagram at = port.mail; at != null; at = at.next) {
                count += behind == 1 || at.next != null ? 1 : 0;
            }
        }
        return count;
    }

    /** Drops the datagram with a number. */
    static void lose(int number) {
        for (Port port = datagrams; port != null; port = port.next) {
            Datagram before = null;
            for (Datagram at = port.mail; at != null; at = at.next) {
                if (number-- == 0) {
                    unlink(port, before, at);
                    return;
                }
                before = at;
            }
        }
    }

    private static void unlink(Port port, Datagram before, Datagram at) {
        if (before == null) {
            port.mail = at.next;
        } else {
            before.next = at.next;
        }
        at.next = null;
    }

    /** Delivers the datagram with a number once more. */
    static void repeat(int number) {
        for (Port port = datagrams; port != null; port = port.next) {
            for (Datagram at = port.mail; at != null; at = at.next) {
                if (number-- == 0) {
                    deliver(port, new Datagram(at.from, at.bytes));
                    return;
                }
            }
        }
    }

    /** Puts the datagram with a number, of those that have another one behind them, behind all. */
    static void overtake(int number) {
        for (Port port = datagrams; port != null; port = port.next) {
            Datagram before = null;
            for (Datagram at = port.mail; at != null && at.next != null; at = at.next) {
                if (number-- == 0) {
                    unlink(port, before, at);
                    deliver(port, at);
                    return;
                }
                before = at;
            }
        }
    }

    private static boolean isWhole(End end) {
        return !end.gone && !end.peer.gone && !end.reset && !end.peer.reset;
    }

    /** How many connections can be reset. */
    static int connections() {
        int count = 0;
        for (End end = all; end != null; end = end.nextOfAll) {
            count += isWhole(end) ? 1 : 0;
        }
        return count;
    }

    /** Resets the connection with a number: what was not read is lost. */
    static void reset(int number) {
        for (End end = all; end != null; end = end.nextOfAll) {
            if (isWhole(end) && number-- == 0) {
                reset(end);
                return;
            }
        }
    }

    private static void reset(End end) {
        end.arrived = null;
        end.reset = true;
        end.broken = true;
        end.peer.arrived = null;
        end.peer.reset = true;
        end.peer.broken = true;
    }

    /** Cuts a process off from the others: its connections are reset, and nothing comes through. */
    static void isolate(int process) {
        Step.begin();
        alone = process + 1;
        for (End end = all; end != null; end = end.nextOfAll) {
            if (isWhole(end) && end.process != end.peer.process && (end.process == process || end.peer.process == process)) {
                reset(end);
            }
        }
        Step.end();
    }

    /** The end of that. */
    static void join() {
        alone = 0;
    }
}
