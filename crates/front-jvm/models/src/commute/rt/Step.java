package commute.rt;

/** What the checker can do and Java cannot: several accesses in one step, and waiting until something is so. */
public final class Step {
    private Step() {
    }

    /** What comes from here to {@link #end} is one step. */
    public static native void begin();

    /** The end of a step. */
    public static native void end();

    /** Waits, inside a step that has only read so far, until something is so. */
    public static native void until(boolean condition);

    /**
     * The same, but who waits goes on when its time is up. Where times may be up at any moment that is at once, and this is nothing.
     */
    public static native void untilOrTimeout(boolean condition);

    /** Whether the time of a wait is up only if nothing else can happen. */
    public static native boolean timeoutsLast();

    /** How many reads on each side of a connection may return less than there is. */
    public static native int partialReads();

    /** Whether the program is one of several processes of a system. */
    public static native boolean inSystem();

    /** Which of them it is, counted from zero. */
    public static native int process();

    /** How many there are. */
    public static native int processes();

    /** How many datagrams may be lost, come twice, or be overtaken, and how often a connection may be reset or a process be cut off. */
    public static native int drops();

    public static native int duplicates();

    public static native int reorders();

    public static native int resets();

    public static native int partitions();

    /** Whoever reads the verdict is told that a process may end with a connection that it has not closed. */
    public static native void remarkOpenConnection();

    /** Ends all threads of the process of the system. Who calls it does not go on if it is one of them. */
    public static native void endProcess();

    /** Any number below a bound. */
    public static native int choose(int bound);

    /** Enters the monitor of an object. */
    public static native void enter(Object object);

    /** Enters the monitor of an object if no other thread is in it. */
    public static native boolean tryEnter(Object object);

    /** Leaves the monitor of an object. */
    public static native void exit(Object object);

    /** A channel: what is sent is received in the same order. */
    public static native Object channel(int capacity);

    /** Sends something, as soon as there is room. */
    public static native void send(Object channel, Object item);

    /** Receives what was sent first, as soon as there is something. */
    public static native Object receive(Object channel);

    /** How much was sent and not received. */
    public static native int length(Object channel);

    /** Lets others run: somebody waits, and not for ever. */
    public static native void pause();

    /** The same, where it makes no difference but to who asks what threads are doing. */
    public static native void rest();

    /** From here to {@link #goesOn} the thread that calls waits. */
    public static native void waits();

    public static native void goesOn();

    /** {@link Object#notifyAll}, which nobody is told of. */
    public static native void notifyAll(Object object);

    /** The time of a wait is up. */
    public static native void tick();

    /** Whether threads that wait may go on without a reason. */
    public static native boolean spurious();

    /** Whether the program can ask who holds a lock, or waits for one. */
    public static native boolean queuesSeen();

    /** Whether the program can tell who waits for a read-write lock. */
    public static native boolean readWriteQueuesSeen();

    /** Whether the program can interrupt a thread. */
    public static native boolean interruptsSeen();

    /** Whether the program can wait for several permits of a semaphore at once. */
    public static native boolean permitsTakenInBulk();

    /** Whether the program can give or take away several permits of a semaphore at once. */
    public static native boolean permitsGivenInBulk();

    /** Whether the program can ask a pool what its workers are doing, or change it. */
    public static native boolean poolsAsked();

    /** Whether the program can stop a pool of tasks that fork. */
    public static native boolean poolsStopped();

    /** Whether the thread that calls is interrupted. */
    public static native boolean interrupted();

    /** Whether the thread that calls is in the monitor of an object on which nobody waits. */
    public static boolean holds(Object object) {
        try {
            notifyAll(object);
            return true;
        } catch (IllegalMonitorStateException notHeld) {
            return false;
        }
    }

    /** How often the thread that calls is in the monitor of such an object. */
    public static int count(Object object) {
        begin();
        int count = leave(object);
        for (int i = 0; i < count; i++) {
            enter(object);
        }
        end();
        return count;
    }

    /** Leaves the monitor of such an object as often as the thread is in it. How often that was. */
    public static int leave(Object object) {
        int count = 0;
        while (holds(object)) {
            exit(object);
            count++;
        }
        return count;
    }
}
