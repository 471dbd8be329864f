package commute.rt;

/**
 * What a process of a system has open, and how it ends. The system closes what a process leaves open, whichever way it ends: the other side
 * of a connection comes to its end, or is told of a reset if something was left unread. A program that is checked alone has none of this.
 */
public final class Life {
    private Life() {
    }

    /** Whether the process has not ended. */
    private static boolean running = true;
    /** How many threads that are no daemons were started and have not ended, besides the first. */
    private static int others;
    /** Sides of connections, and ports. */
    private static Network.End ends;
    private static Network.Port ports;

    static void keep(Network.End end) {
        if (Step.inSystem()) {
            end.nextKept = ends;
            ends = end;
        }
    }

    static void keep(Network.Port port) {
        if (Step.inSystem()) {
            port.nextKept = ports;
            ports = port;
        }
    }

    static void drop(Network.End end) {
        if (!Step.inSystem()) {
            return;
        }
        if (ends == end) {
            ends = end.nextKept;
        } else {
            for (Network.End at = ends; at != null; at = at.nextKept) {
                if (at.nextKept == end) {
                    at.nextKept = end.nextKept;
                    break;
                }
            }
        }
        end.nextKept = null;
    }

    static void drop(Network.Port port) {
        if (!Step.inSystem()) {
            return;
        }
        if (ports == port) {
            ports = port.nextKept;
        } else {
            for (Network.Port at = ports; at != null; at = at.nextKept) {
                if (at.nextKept == port) {
                    at.nextKept = port.nextKept;
                    break;
                }
            }
        }
        port.nextKept = null;
    }

    /** A thread that is no daemon is started, inside a step. */
    public static void started(boolean daemon) {
        if (Step.inSystem() && !daemon) {
            others++;
        }
    }

    /** A thread is about to end. With the last one that is no daemon its process ends, in which there are no others then. */
    public static void ended(Thread thread) {
        Step.begin();
        if (--others < 0) {
            leaveOpen();
        }
        Step.end();
    }

    /** The same where daemons may be left. */
    public static void endedWithDaemons(Thread thread) {
        Step.begin();
        if (!thread.isDaemon() && --others < 0) {
            leaveOpen();
            Step.endProcess();
        }
        Step.end();
    }

    /** Something other than a thread keeps the process from ending, inside a step. */
    public static void hold() {
        if (Step.inSystem()) {
            others++;
        }
    }

    /** And does so no more. */
    public static void letGo() {
        if (Step.inSystem() && --others < 0) {
            leaveOpen();
            Step.endProcess();
        }
    }

    /** {@link System#exit}. */
    public static void exit() {
        Step.begin();
        leaveOpen();
        Step.endProcess();
        Step.end();
    }

    /** The process comes to its end by itself. */
    private static void leaveOpen() {
        if (ends != null) {
            Step.remarkOpenConnection();
        }
        closeAll();
    }

    /** What a process leaves open is closed, in the middle of a step. */
    private static void closeAll() {
        running = false;
        while (ends != null) {
            Network.close(ends, false);
        }
        while (ports != null) {
            Network.release(ports);
        }
    }

    /** The process is ended from outside. */
    static void crash() {
        Step.begin();
        Step.until(running);
        closeAll();
        Step.endProcess();
        Step.end();
    }
}
