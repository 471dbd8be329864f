package java.lang;

import commute.rt.Step;
import java.util.concurrent.ThreadFactory;

/**
 * A thread as the checker has it. The JDK's class numbers threads, keeps them in groups and takes part in access control,
 * all of which makes independent threads depend on each other; here a thread is what it runs and a few flags.
 */
public class Thread implements Runnable {
    /** The thread word: 0 before the start, the thread's number plus one while it runs, then -1. Must be the first field. */
    private long word;
    private final Runnable target;
    /** The name that was given to it, or null: it has a number then. */
    private String name;
    /** Which of the threads without a name it is, counted from one; see {@link #number}. */
    private int number;
    /** Zero for the main thread; see {@link #identify}. */
    private int id;
    private boolean daemon;
    private int priority;
    /** Null is the group of the main thread. */
    private ThreadGroup group;
    /** Whether {@link #unpark} was called since the last {@link #park}. */
    private boolean permit;
    /** Whether it is interrupted, while it is not alive. */
    private boolean kept;
    /** Whether it has ended, in a program that watches threads end; see {@link #finish}. */
    private boolean over;
    /** What it waits for, in a program that watches threads wait: one of the numbers that follow, or zero. */
    private int waiting;
    /** What it says that it parks for, in such a program. */
    private Object blocker;
    private ClassLoader loader;
    /** Whether that was set, be it to null. */
    private boolean hasLoader;
    /** The thread of its group that was started before it, in a program that asks for them. */
    Thread before;
    /** What it has locked for reading; see {@link java.util.concurrent.locks.ReentrantReadWriteLock}. */
    private Object readHolds;
    /** See {@link #probe()}. */
    private int probe;
    private UncaughtExceptionHandler handler;
    private static UncaughtExceptionHandler defaultHandler;
    /** How many threads have a number instead of a name. */
    private static int numbers;
    private static int ids;
    ThreadLocal.ThreadLocalMap threadLocals;
    ThreadLocal.ThreadLocalMap inheritableThreadLocals;

    public static final int MIN_PRIORITY = 1;
    public static final int NORM_PRIORITY = 5;
    public static final int MAX_PRIORITY = 10;

    public Thread() {
        this(null, null, null, true);
    }

    public Thread(Runnable target) {
        this(null, target, null, true);
    }

    public Thread(String name) {
        this(null, null, named(name), true);
    }

    public Thread(Runnable target, String name) {
        this(null, target, named(name), true);
    }

    public Thread(ThreadGroup group, Runnable target) {
        this(group, target, null, true);
    }

    public Thread(ThreadGroup group, String name) {
        this(group, null, named(name), true);
    }

    public Thread(ThreadGroup group, Runnable target, String name) {
        this(group, target, named(name), true);
    }

    public Thread(ThreadGroup group, Runnable target, String name, long stackSize) {
        this(group, target, named(name), true);
    }

    public Thread(ThreadGroup group, Runnable target, String name, long stackSize, boolean inheritThreadLocals) {
        this(group, target, named(name), inheritThreadLocals);
    }

    /** Nobody sees a thread before its constructor has ended, so that is one step. */
    private Thread(ThreadGroup group, Runnable target, String name, boolean inherits) {
        Step.begin();
        this.target = target;
        this.name = name;
        this.group = group;
        adopt(this);
        identify(this);
        if (name == null && !isVirtual()) {
            number(this);
        }
        Step.end();
        if (inherits) {
            inherit(this);
        }
    }

    /** As a builder says. */
    private Thread(Making how, Runnable target, String name) {
        this(how.group, target, name, how.inherits);
        if (how.virtual || how.daemonGiven) {
            daemon = how.daemon;
        }
        if (how.virtual || how.priority != 0) {
            priority = how.priority;
        }
        handler = how.handler;
    }

    /** A thread of a pool of the library. */
    protected Thread(String name, boolean daemon) {
        this(null, null, name, true);
        this.daemon = daemon;
    }

    private static String named(String name) {
        if (name == null) {
            throw new NullPointerException("name cannot be null");
        }
        return name;
    }

    /** What a thread has from the one that makes it. Does nothing in a program where all threads have the same. */
    private static native void adopt(Thread child);

    private static void adopt0(Thread child) {
        Thread parent = currentThread();
        if (child.group == null) {
            child.group = parent.group;
        }
        child.loader = parent.loader;
        child.hasLoader = parent.hasLoader;
        child.daemon = parent.daemon;
        int most = child.group == null ? MAX_PRIORITY : child.group.getMaxPriority();
        child.priority = Math.min(parent.getPriority(), most);
    }

    /** Gives a thread its number. Does nothing in a program that never asks for names. */
    private static native void number(Thread child);

    private static void number0(Thread child) {
        numbers++;
        child.number = numbers;
    }

    /** Gives a thread its id. Does nothing in a program that never asks for ids. */
    private static native void identify(Thread child);

    private static void identify0(Thread child) {
        ids++;
        child.id = ids;
    }

    /** Gives a thread its thread locals. Does nothing in a program without those that are inherited. */
    private static native void inherit(Thread child);

    private static void inherit0(Thread child) {
        ThreadLocal.ThreadLocalMap map = currentThread().inheritableThreadLocals;
        if (map != null) {
            child.inheritableThreadLocals = ThreadLocal.createInheritedMap(map);
        }
    }

    /** {@link ThreadLocal#getMap}. */
    static ThreadLocal.ThreadLocalMap locals(ThreadLocal<?> local, Thread thread) {
        ThreadLocal.ThreadLocalMap map = thread.threadLocals;
        if (map == null) {
            thread.looksForLocals(false);
        }
        return map;
    }

    /** {@link InheritableThreadLocal#getMap}. */
    static ThreadLocal.ThreadLocalMap inherited(ThreadLocal<?> local, Thread thread) {
        thread.looksForLocals(true);
        return thread.inheritableThreadLocals;
    }

    /** Thread locals, of which it has none, or inherited ones are asked for: where threads do several things it may have others. */
    protected void looksForLocals(boolean inherited) {
    }

    /** Whether it has thread locals. */
    protected final boolean hasLocals() {
        return threadLocals != null;
    }

    public static native Thread currentThread();

    /** The thread that runs a virtual one: the same, here. */
    static native Thread currentCarrierThread();

    public static native void yield();

    public static void onSpinWait() {
    }

    public static void sleep(long millis) throws InterruptedException {
        if (millis < 0) {
            throw new IllegalArgumentException("timeout value is negative");
        }
        if (interrupted()) {
            throw new InterruptedException("sleep interrupted");
        }
        if (Step.timeoutsLast()) {
            Step.begin();
            Step.untilOrTimeout(Step.interrupted());
            Step.end();
        } else {
            rest();
        }
        if (interrupted()) {
            throw new InterruptedException("sleep interrupted");
        }
        tick();
    }

    /** Lets others run, as long as it sleeps. */
    private static native void rest();

    public static void sleep(long millis, int nanos) throws InterruptedException {
        checkTime(millis, nanos);
        sleep(millis);
    }

    public static void sleep(java.time.Duration duration) throws InterruptedException {
        sleep(duration.isNegative() ? 0L : 1L);
    }

    /** The time of a wait, in milliseconds and nanoseconds. */
    private static void checkTime(long millis, int nanos) {
        if (millis < 0) {
            throw new IllegalArgumentException("timeout value is negative");
        }
        if (nanos < 0 || nanos > 999999) {
            throw new IllegalArgumentException("nanosecond timeout value out of range");
        }
    }

    /** {@link Object#wait(long)}: whether that is for ever, if the time makes sense. */
    static boolean isForEver(long millis) {
        if (millis < 0) {
            throw new IllegalArgumentException("timeout value is negative");
        }
        return millis == 0;
    }

    /** {@link Object#wait(long, int)}, the same. */
    static boolean isForEver(long millis, int nanos) {
        if (millis < 0) {
            throw new IllegalArgumentException("timeoutMillis value is negative");
        }
        if (nanos < 0 || nanos > 999999) {
            throw new IllegalArgumentException("nanosecond timeout value out of range");
        }
        return millis == 0 && nanos == 0;
    }

    public void start() {
        Step.begin();
        pass(this);
        noteName(this);
        start0(daemon);
        commute.rt.Life.started(daemon);
        carry(this);
        enlist(this);
        Step.end();
    }

    private native void start0(boolean daemon);

    /** The threads that properties name; of several with one name the one that was started last. */
    private static Thread[] named;

    /** Notes a thread that properties name. Does nothing if they name none. */
    private static native void noteName(Thread thread);

    private static void noteName0(Thread thread) {
        String[] names = namesOfProperties();
        for (int i = 0; i < names.length; i++) {
            if (names[i].equals(thread.getName())) {
                if (named == null) {
                    named = new Thread[names.length];
                }
                named[i] = thread;
            }
        }
    }

    private static native String[] namesOfProperties();

    /** Its group gets to know it. Does nothing in a program that never asks groups for their threads. */
    private static native void enlist(Thread thread);

    private static void enlist0(Thread thread) {
        ThreadGroup.of(thread.group).add(thread, currentThread());
    }

    public void run() {
        if (target != null) {
            target.run();
        }
    }

    /** Since Java 14 a thread that is not alive can be interrupted too. */
    public void interrupt() {
        Step.begin();
        if (isAlive()) {
            interrupt0();
        } else if (keeps()) {
            kept = true;
        }
        Step.end();
    }

    private void interruptWatched() {
        stirred = true;
        interruptUnwatched();
    }

    private native void interrupt0();

    private native void interruptUnwatched();

    /** Whether threads that are not alive can be interrupted. */
    private static native boolean keeps();

    public static native boolean interrupted();

    public boolean isInterrupted() {
        Step.begin();
        boolean is = isAlive() ? isInterrupted0() : kept;
        Step.end();
        return is;
    }

    private native boolean isInterrupted0();

    /** A thread that was interrupted before it was started. Does nothing in a program without interrupts. */
    private static native void carry(Thread thread);

    private static void carry0(Thread thread) {
        if (thread.kept) {
            thread.kept = false;
            thread.interrupt0();
        }
    }

    /**
     * The end of a thread, before it is gone. In a program that uses threads as monitors, or asks whether threads that have
     * ended are interrupted: it waits for its own monitor, as the JDK's does, and notifies those who wait on it.
     */
    private static native void finish(Thread thread);

    private static void finish0(Thread thread) {
        Step.begin();
        Step.enter(thread);
        thread.over = true;
        thread.kept = keeps() && thread.isInterrupted0();
        thread.notifyAll();
        Step.exit(thread);
        Step.end();
    }

    /** The same, where others can see that it is blocked. */
    private static void finishWatched(Thread thread) {
        synchronized (thread) {
            thread.isOver();
        }
    }

    private void isOver() {
        Step.begin();
        over = true;
        kept = keeps() && isInterrupted0();
        notifyAll();
        Step.end();
    }

    /** The end of a thread of a process of a system, in which there may be daemons or not. Does nothing in a program that is checked alone. */
    private static native void last(Thread thread);

    private static void last0(Thread thread) {
        commute.rt.Life.ended(thread);
    }

    private static void lastWithDaemons(Thread thread) {
        commute.rt.Life.endedWithDaemons(thread);
    }

    /** In such a program, waits until nobody is in the monitor of a thread. */
    private static native void pass(Thread thread);

    private static void pass0(Thread thread) {
        Step.enter(thread);
        Step.exit(thread);
    }

    /** One of the two that follow. */
    public final native boolean isAlive();

    private native boolean isAlivePlain();

    private boolean isAliveWatched() {
        Step.begin();
        boolean is = isAlivePlain() && !over;
        Step.end();
        return is;
    }

    public final void join() throws InterruptedException {
        join0();
    }

    /** One of the three that follow. */
    private native void join0() throws InterruptedException;

    /** In a program without interrupts. */
    private native void joinPlain() throws InterruptedException;

    /**
     * Who is interrupted and joins a thread that has ended does not notice. Who is not interrupted joins in any case: so it is seen that it
     * only waits.
     */
    private void joinUnlessEnded() throws InterruptedException {
        Step.begin();
        if (!Step.interrupted() || isAlive()) {
            joinPlain();
        }
        Step.end();
    }

    /** In a program that uses threads as monitors. */
    private synchronized void joinWatched() throws InterruptedException {
        while (isAlive()) {
            wait();
        }
    }

    /** Whether the time is up before the thread has ended is not known: both happen. */
    public final void join(long millis) throws InterruptedException {
        if (millis < 0) {
            throw new IllegalArgumentException("timeout value is negative");
        }
        if (millis == 0) {
            join0();
        } else {
            joinTimed(this);
        }
    }

    /** One of the two that follow. */
    private static native void joinTimed(Thread thread) throws InterruptedException;

    private static void joinTimedPlain(Thread thread) throws InterruptedException {
        if (stillWaits(thread)) {
            if (Step.timeoutsLast()) {
                Step.begin();
                Step.untilOrTimeout(!thread.isAlive() || Step.interrupted());
                Step.end();
            } else {
                Thread.yield();
            }
            if (stillWaits(thread)) {
                tick();
            }
        }
    }

    private static boolean stillWaits(Thread thread) throws InterruptedException {
        Step.begin();
        boolean alive = thread.isAlive();
        boolean interrupted = alive && interrupted();
        Step.end();
        if (interrupted) {
            throw new InterruptedException();
        }
        return alive;
    }

    private static void joinTimedWatched(Thread thread) throws InterruptedException {
        synchronized (thread) {
            if (thread.isAlive()) {
                thread.wait(1);
            }
        }
    }

    public final void join(long millis, int nanos) throws InterruptedException {
        checkTime(millis, nanos);
        join(nanos > 0 && millis < Long.MAX_VALUE ? millis + 1 : millis);
    }

    public final boolean join(java.time.Duration duration) throws InterruptedException {
        if (!isAlive() && !hasEnded()) {
            throw new IllegalThreadStateException("Thread not started");
        }
        if (!duration.isNegative() && !duration.isZero()) {
            join(1L);
        }
        return !isAlive();
    }

    /**
     * Zero before anybody has asked for the time. Then twice the number of times that it has moved on, and one more if it has moved on
     * since it was last read.
     */
    private static int clock;

    /** Time moves on by two to this power nanoseconds, which is nine years: later than anyone could have meant. */
    private static final int FAR = 58;

    /** The time for the library, which compares it with other times: it may come round again where nobody else can tell. */
    static long nanoTime() {
        return (long) moment(0) << (isClockSeen() ? FAR : FAR + 3);
    }

    static long currentTimeMillis() {
        return millis(moment(0));
    }

    /** The time for the program. It may have moved on without a wait. */
    static long nanoTimeSeen() {
        return (long) moment(Step.choose(2)) << FAR;
    }

    static long currentTimeMillisSeen() {
        return millis(moment(Step.choose(2)));
    }

    private static long millis(int moment) {
        return (1L << 40) + ((long) moment << FAR) / 1000000;
    }

    /** Reads the clock. By itself time moves on no more than three times, so that loops have an end. */
    private static int moment(int byItself) {
        Step.begin();
        int now = clock;
        if (now == 0) {
            now = 2;
        } else if (now % 2 == 1 || byItself == 1 && now < 8) {
            now = (now | 1) + 1;
        }
        if (now > (isClockSeen() ? 34 : 16)) {
            if (isClockSeen()) {
                timeHasNoMoreMoments();
            }
            now = 2;
        }
        clock = now;
        Step.end();
        return now / 2 - 1;
    }

    /** Whether the program can ask for the time, and not only the library. */
    private static native boolean isClockSeen();

    /** What is so, where it depends on the program. */
    private static boolean isSo() {
        return true;
    }

    /** Refused: the time of a program that moves on again and again. */
    private static native void timeHasNoMoreMoments();

    /** The time of a wait is up. Does nothing in a program that never asks for the time. */
    private static native void tick();

    private static void tick0() {
        Step.begin();
        if (clock > 0) {
            clock = clock | 1;
        }
        Step.end();
    }

    public final String getName() {
        return text();
    }

    private String text() {
        Step.begin();
        String given = name;
        int which = number;
        Step.end();
        if (given != null) {
            return given;
        }
        if (isVirtual()) {
            return "";
        }
        if (which == 0) {
            notNumbered();
        }
        return "Thread-" + (which - 1);
    }

    /** Refused: the name of a thread, in a program of which it was thought that nobody would ask. */
    private static native void notNumbered();

    public final void setName(String name) {
        this.name = named(name);
    }

    public final boolean isDaemon() {
        return daemon;
    }

    public final void setDaemon(boolean on) {
        if (isVirtual() && !on) {
            throw new IllegalArgumentException("'false' not legal for virtual threads");
        }
        if (isAlive()) {
            throw new IllegalThreadStateException();
        }
        daemon = on;
    }

    public final int getPriority() {
        return priority == 0 ? NORM_PRIORITY : priority;
    }

    public final void setPriority(int priority) {
        if (priority < MIN_PRIORITY || priority > MAX_PRIORITY) {
            throw new IllegalArgumentException();
        }
        if (!isVirtual()) {
            ThreadGroup in = getThreadGroup();
            if (in != null) {
                this.priority = Math.min(priority, in.getMaxPriority());
            }
        }
    }

    public long getId() {
        return threadId();
    }

    /** That of the main thread is 1, as the JDK has it; those that the machine has for itself come next. */
    public final long threadId() {
        int given = id;
        return given == 0 ? 1 : given + 20;
    }

    public final boolean isVirtual() {
        return this instanceof Virtual;
    }

    public static Thread startVirtualThread(Runnable task) {
        return ofVirtual().start(task);
    }

    public static Builder.OfPlatform ofPlatform() {
        return new Making(false);
    }

    public static Builder.OfVirtual ofVirtual() {
        return new Making(true);
    }

    /** A virtual thread (since Java 21) runs like others. */
    private static final class Virtual extends Thread {
        Virtual(Making how, Runnable target, String name) {
            super(how, target, name);
        }
    }

    /** Since Java 21. */
    public interface Builder {
        Builder name(String name);

        Builder name(String prefix, long start);

        Builder inheritInheritableThreadLocals(boolean inherit);

        Builder uncaughtExceptionHandler(UncaughtExceptionHandler handler);

        Thread unstarted(Runnable task);

        Thread start(Runnable task);

        ThreadFactory factory();

        interface OfPlatform extends Builder {
            OfPlatform name(String name);

            OfPlatform name(String prefix, long start);

            OfPlatform inheritInheritableThreadLocals(boolean inherit);

            OfPlatform uncaughtExceptionHandler(UncaughtExceptionHandler handler);

            OfPlatform group(ThreadGroup group);

            OfPlatform daemon(boolean on);

            OfPlatform daemon();

            OfPlatform priority(int priority);

            OfPlatform stackSize(long stackSize);
        }

        interface OfVirtual extends Builder {
            OfVirtual name(String name);

            OfVirtual name(String prefix, long start);

            OfVirtual inheritInheritableThreadLocals(boolean inherit);

            OfVirtual uncaughtExceptionHandler(UncaughtExceptionHandler handler);
        }
    }

    /** Both builders, and what a factory keeps of one. */
    private static final class Making implements Builder.OfPlatform, Builder.OfVirtual, ThreadFactory {
        final boolean virtual;
        boolean daemon;
        boolean daemonGiven;
        boolean inherits = true;
        int priority;
        ThreadGroup group;
        UncaughtExceptionHandler handler;
        private String name;
        /** The number that is added to the next name, or -1. */
        private long next = -1;

        Making(boolean virtual) {
            this.virtual = virtual;
            daemon = virtual;
        }

        public Making name(String name) {
            if (name == null) {
                throw new NullPointerException();
            }
            this.name = name;
            next = -1;
            return this;
        }

        public Making name(String prefix, long start) {
            if (prefix == null) {
                throw new NullPointerException();
            }
            if (start < 0) {
                throw new IllegalArgumentException("'start' is negative");
            }
            name = prefix;
            next = start;
            return this;
        }

        public Making inheritInheritableThreadLocals(boolean inherit) {
            inherits = inherit;
            return this;
        }

        public Making uncaughtExceptionHandler(UncaughtExceptionHandler handler) {
            if (handler == null) {
                throw new NullPointerException();
            }
            this.handler = handler;
            return this;
        }

        public Making group(ThreadGroup group) {
            if (group == null) {
                throw new NullPointerException();
            }
            this.group = group;
            return this;
        }

        public Making daemon(boolean on) {
            daemon = on;
            daemonGiven = true;
            return this;
        }

        public Making daemon() {
            return daemon(true);
        }

        public Making priority(int priority) {
            if (priority < MIN_PRIORITY || priority > MAX_PRIORITY) {
                throw new IllegalArgumentException();
            }
            this.priority = priority;
            return this;
        }

        public Making stackSize(long stackSize) {
            if (stackSize < 0) {
                throw new IllegalArgumentException();
            }
            return this;
        }

        public Thread unstarted(Runnable task) {
            if (task == null) {
                throw new NullPointerException();
            }
            String given = next < 0 ? name : name + next++;
            return virtual ? new Virtual(this, task, given) : new Thread(this, task, given);
        }

        public Thread start(Runnable task) {
            Thread thread = unstarted(task);
            thread.start();
            return thread;
        }

        public ThreadFactory factory() {
            Making kept = new Making(virtual);
            kept.daemon = daemon;
            kept.daemonGiven = daemonGiven;
            kept.inherits = inherits;
            kept.group = group;
            kept.priority = priority;
            kept.handler = handler;
            kept.name = name;
            kept.next = next;
            return kept;
        }

        /** As a factory, it may be used by many threads. */
        public synchronized Thread newThread(Runnable task) {
            return unstarted(task);
        }
    }

    /** None, once it has ended. */
    public final ThreadGroup getThreadGroup() {
        if (hasEnded()) {
            return null;
        }
        ThreadGroup in = group;
        return in == null ? ThreadGroup.MAIN : in;
    }

    public final void checkAccess() {
    }

    public String toString() {
        return description(this);
    }

    /** One of the two that follow. */
    private static native String description(Thread thread);

    private static String descriptionUntil18(Thread thread) {
        ThreadGroup in = thread.getThreadGroup();
        String where = in == null ? "" : in.getName();
        return "Thread[" + thread.text() + "," + thread.getPriority() + "," + where + "]";
    }

    private static String descriptionSince19(Thread thread) {
        ThreadGroup in = thread.getThreadGroup();
        String where = in == null ? "" : in.getName();
        return "Thread[#" + thread.threadId() + "," + thread.text() + "," + thread.getPriority() + "," + where + "]";
    }

    protected Object clone() throws CloneNotSupportedException {
        throw new CloneNotSupportedException();
    }

    public static int activeCount() {
        return currentThread().getThreadGroup().activeCount();
    }

    public static int enumerate(Thread[] threads) {
        return currentThread().getThreadGroup().enumerate(threads);
    }

    /** Refused, as some of what follows: where threads stand no step may ask. */
    public static native java.util.Map<Thread, StackTraceElement[]> getAllStackTraces();

    public native int countStackFrames();

    public final native void stop();

    public final native void suspend();

    public final native void resume();

    public ClassLoader getContextClassLoader() {
        return hasLoader ? loader : usualLoader();
    }

    /** The one that loads the program's classes. */
    private static native ClassLoader usualLoader();

    /** Refused: nobody knows where another thread stands. */
    private static native StackTraceElement[] whereItStands();

    public void setContextClassLoader(ClassLoader loader) {
        this.loader = loader;
        hasLoader = true;
    }

    public StackTraceElement[] getStackTrace() {
        if (this == currentThread()) {
            return new Exception().getStackTrace();
        }
        return isAlive() ? whereItStands() : new StackTraceElement[0];
    }

    public static void dumpStack() {
        new Exception("Stack trace").printStackTrace();
    }

    /** For {@link java.util.concurrent.locks.LockSupport}. */
    public static native void park();

    /** The same with something to park for, in a program that watches threads wait. */
    static void parkWatched(Object on) {
        setBlocker(on);
        park();
        setBlocker(null);
    }

    static void parkNanosWatched(Object on, long nanos) {
        if (nanos > 0) {
            parkUntilWatched(on, nanos);
        }
    }

    static void parkUntilWatched(Object on, long deadline) {
        setBlocker(on);
        parkTimed();
        setBlocker(null);
    }

    static void setBlocker(Object on) {
        currentThread().blocker = on;
    }

    static void setBlocker(Thread of, Object on) {
        of.blocker = on;
    }

    /** The same, but the time may be up at once. */
    public static native void parkTimed();

    /** {@link java.util.concurrent.locks.LockSupport#parkNanos(long)}: no time is no wait. */
    public static void parkNanos(long nanos) {
        if (nanos > 0) {
            parkTimed();
        }
    }

    public static void parkNanos(Object blocker, long nanos) {
        parkNanos(nanos);
    }

    /**
     * {@link java.util.concurrent.atomic.Striped64}: by which of its cells a thread begins. It is a random number in the JDK; here one of
     * two, which are the cells that there are at first.
     */
    static int probe() {
        Thread me = currentThread();
        if (me.probe == 0) {
            me.probe = 1 + commute.rt.Step.choose(2);
        }
        return me.probe;
    }

    /** The same: the cell was in use, it takes another one from now on. */
    static int advanceProbe(int probe) {
        probe ^= probe << 13;
        probe ^= probe >>> 17;
        probe ^= probe << 5;
        currentThread().probe = probe;
        return probe;
    }

    static Object readHolds(Thread thread) {
        return thread.readHolds;
    }

    static void setReadHolds(Thread thread, Object holds) {
        thread.readHolds = holds;
    }

    /** {@link java.util.concurrent.locks.LockSupport#getBlocker}. */
    public static Object getBlocker(Thread thread) {
        if (thread == null) {
            throw new NullPointerException();
        }
        return watched(thread);
    }

    /** The next; a program that comes here is translated again, with threads that are watched. */
    private static native Object watched(Thread thread);

    private static Object blockerWatched(Thread thread) {
        Step.begin();
        Object on = thread.blocker;
        int what = thread.waiting;
        Step.end();
        if (what == OF_LIBRARY || what == OF_LIBRARY_TIMED) {
            objectOfLibrary();
        }
        return on;
    }

    /** Refused: what a thread parks for in a class that parks nobody here. */
    private static native void objectOfLibrary();

    public static void unpark(Thread thread) {
        if (thread != null) {
            Step.begin();
            if (thread.isAlive()) {
                thread.permit = true;
            }
            Step.end();
        }
    }

    @FunctionalInterface
    public interface UncaughtExceptionHandler {
        void uncaughtException(Thread t, Throwable e);
    }

    public enum State {
        NEW, RUNNABLE, BLOCKED, WAITING, TIMED_WAITING, TERMINATED;
    }

    public State getState() {
        Step.begin();
        // Starts and ends are seen by who asks for them: the word alone counts as a field that nobody writes.
        boolean alive = isAlive();
        boolean begun = word != 0;
        int what = waiting;
        Step.end();
        if (!begun) {
            return State.NEW;
        }
        if (!alive) {
            return State.TERMINATED;
        }
        return this == currentThread() ? State.RUNNABLE : watched(what);
    }

    /** The next; a program that comes here is translated again, with threads that are watched. */
    private static native State watched(int what);

    private static State stateWatched(int what) {
        switch (what) {
            case 0:
                return State.RUNNABLE;
            case BLOCKED:
                return State.BLOCKED;
            case ON_MONITOR:
                return stirred && Step.choose(2) == 0 ? State.BLOCKED : State.WAITING;
            case ON_MONITOR_TIMED:
                return Step.choose(2) == 0 ? State.BLOCKED : State.TIMED_WAITING;
            case PARKED:
            case OF_LIBRARY:
                return State.WAITING;
            default:
                return State.TIMED_WAITING;
        }
    }

    /** It wants to enter a monitor. */
    private static final int BLOCKED = 1;
    /** It waits on a monitor; once it was notified it is blocked, which nobody notes. */
    private static final int ON_MONITOR = 2;
    private static final int ON_MONITOR_TIMED = 3;
    private static final int PARKED = 4;
    private static final int PARKED_TIMED = 5;
    /** It waits in a class that is replaced here. */
    private static final int OF_LIBRARY = 6;
    private static final int OF_LIBRARY_TIMED = 7;

    /** Whether a thread that waits on a monitor may have been woken: somebody notified or interrupted any. */
    private static boolean stirred;

    /** {@link Object#wait()}, in a program that watches threads wait. */
    static void waitWatched(Object on) throws InterruptedException {
        Thread me = currentThread();
        me.waiting = ON_MONITOR;
        if (Step.spurious()) {
            stirred = true;
        }
        try {
            waitUnwatched(on);
        } finally {
            me.waiting = 0;
        }
    }

    static void waitWatched(Object on, long millis) throws InterruptedException {
        if (isForEver(millis)) {
            waitWatched(on);
        } else {
            waitTimed(on);
        }
    }

    static void waitWatched(Object on, long millis, int nanos) throws InterruptedException {
        if (isForEver(millis, nanos)) {
            waitWatched(on);
        } else {
            waitTimed(on);
        }
    }

    private static void waitTimed(Object on) throws InterruptedException {
        Thread me = currentThread();
        me.waiting = ON_MONITOR_TIMED;
        try {
            waitUnwatched(on, 1L);
        } finally {
            me.waiting = 0;
        }
    }

    private static native void waitUnwatched(Object on) throws InterruptedException;

    private static native void waitUnwatched(Object on, long millis) throws InterruptedException;

    static void notifyWatched(Object on) {
        stirred = true;
        notifyUnwatched(on);
    }

    static void notifyAllWatched(Object on) {
        stirred = true;
        Step.notifyAll(on);
    }

    private static native void notifyUnwatched(Object on);

    /** {@link Step#pause}, in such a program. */
    static void pauseWatched() {
        Thread me = currentThread();
        me.waiting = OF_LIBRARY_TIMED;
        Thread.yield();
        me.waiting = 0;
    }

    static void sleepWatched() {
        Thread me = currentThread();
        me.waiting = PARKED_TIMED;
        Thread.yield();
        me.waiting = 0;
    }

    /** {@link Step#waits}, in such a program. */
    static void waitsWatched() {
        currentThread().waiting = OF_LIBRARY;
    }

    static void goesOnWatched() {
        currentThread().waiting = 0;
    }

    private boolean hasEnded() {
        Step.begin();
        boolean ended = !isAlive() && word != 0;
        Step.end();
        return ended;
    }

    public static boolean holdsLock(Object obj) {
        if (obj == null) {
            throw new NullPointerException();
        }
        try {
            leaveAndEnter(obj);
            return true;
        } catch (IllegalMonitorStateException notHeld) {
            return false;
        }
    }

    /** Leaves a monitor and enters it again, in one step. */
    private static native void leaveAndEnter(Object obj);

    public UncaughtExceptionHandler getUncaughtExceptionHandler() {
        if (hasEnded()) {
            return null;
        }
        UncaughtExceptionHandler own = handler;
        return own == null ? getThreadGroup() : own;
    }

    public void setUncaughtExceptionHandler(UncaughtExceptionHandler handler) {
        this.handler = handler;
    }

    public static UncaughtExceptionHandler getDefaultUncaughtExceptionHandler() {
        return defaultHandler;
    }

    public static void setDefaultUncaughtExceptionHandler(UncaughtExceptionHandler handler) {
        defaultHandler = handler;
    }

    /** What becomes of an exception that nobody caught, in a program that sets handlers or has groups of its own. */
    private void uncaught(Throwable thrown) throws Throwable {
        UncaughtExceptionHandler by = handler;
        if (by == null) {
            by = group;
        }
        if (by == null) {
            by = defaultHandler;
        }
        if (by == null) {
            throw thrown;
        }
        by.uncaughtException(this, thrown);
    }

    /** What a group does that has no other idea; the checker wants to hear of what nobody handles. */
    static void uncaughtInGroup(Thread thread, Throwable thrown) {
        UncaughtExceptionHandler by = defaultHandler;
        if (by == null) {
            Thread.<RuntimeException>rethrow(thrown);
        } else {
            by.uncaughtException(thread, thrown);
        }
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void rethrow(Throwable thrown) throws T {
        throw (T) thrown;
    }
}
