package commute.rt;

/** What may fail between processes, each as often as the user allows. A thread that belongs to nobody does it, in steps of its own. */
public final class Failures {
    private Failures() {
    }

    private static int drops;
    private static int duplicates;
    private static int reorders;
    private static int resets;
    private static int partitions;

    /** Lets the network fail, until it does not want to any more: that has to be possible, since otherwise a failure might be what saves a program. */
    static void network() {
        while (Step.choose(2) == 1) {
            if (!fail()) {
                return;
            }
        }
    }

    private static boolean fail() {
        int which = Step.choose(5);
        switch (which) {
            case 0:
                return drops < Step.drops() && drop();
            case 1:
                return duplicates < Step.duplicates() && duplicate();
            case 2:
                return reorders < Step.reorders() && reorder();
            case 3:
                return resets < Step.resets() && reset();
            default:
                return partitions < Step.partitions() && partition();
        }
    }

    /** A datagram is lost. */
    private static boolean drop() {
        Step.begin();
        Step.until(Network.mails(1) > 0);
        drops++;
        Network.lose(Step.choose(Network.mails(1)));
        Step.end();
        return true;
    }

    /** A datagram comes twice. */
    private static boolean duplicate() {
        Step.begin();
        Step.until(Network.mails(1) > 0);
        duplicates++;
        Network.repeat(Step.choose(Network.mails(1)));
        Step.end();
        return true;
    }

    /** A datagram is overtaken by all that have come after it. */
    private static boolean reorder() {
        Step.begin();
        Step.until(Network.mails(2) > 0);
        reorders++;
        Network.overtake(Step.choose(Network.mails(2)));
        Step.end();
        return true;
    }

    /** A connection is reset. */
    private static boolean reset() {
        Step.begin();
        Step.until(Network.connections() > 0);
        resets++;
        Network.reset(Step.choose(Network.connections()));
        Step.end();
        return true;
    }

    /** A process is cut off from the others, for a while. */
    private static boolean partition() {
        partitions++;
        Network.isolate(Step.choose(Step.processes()));
        Step.pause();
        Network.join();
        return true;
    }
}
