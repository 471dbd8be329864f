package java.lang;

import java.util.concurrent.ThreadFactory;

/**
 * A thread as the checker has it. The JDK's class numbers threads, keeps them in groups and takes part in access control,
 * all of which makes independent threads depend on each other; here a thread is what it runs and a few flags.
 */
public class Thread implements Runnable {
    /** The thread word: 0 before the start, the thread's number plus one while it runs, then -1. Must be the first field. */
    private long word;
    private final Runnable target;
    private String name;
    private boolean daemon;
    private int priority;
    /** Whether {@link #unpark} was called since the last {@link #park}. */
    private boolean permit;
    /** How often the time of a wait of this thread was up, modulo 4; see {@link #nanoTime}. */
    private int ticks;
    private UncaughtExceptionHandler handler;
    private static UncaughtExceptionHandler defaultHandler;
    ThreadLocal.ThreadLocalMap threadLocals;
    ThreadLocal.ThreadLocalMap inheritableThreadLocals;

    public static final int MIN_PRIORITY = 1;
    public static final int NORM_PRIORITY = 5;
    public static final int MAX_PRIORITY = 10;

    public Thread() {
        target = null;
    }

    public Thread(Runnable target) {
        this.target = target;
    }

    public Thread(String name) {
        target = null;
        this.name = name;
    }

    public Thread(Runnable target, String name) {
        this.target = target;
        this.name = name;
    }

    public Thread(ThreadGroup group, Runnable target) {
        this.target = target;
    }

    public Thread(ThreadGroup group, String name) {
        target = null;
        this.name = name;
    }

    public Thread(ThreadGroup group, Runnable target, String name) {
        this.target = target;
        this.name = name;
    }

    public Thread(ThreadGroup group, Runnable target, String name, long stackSize) {
        this.target = target;
        this.name = name;
    }

    public Thread(ThreadGroup group, Runnable target, String name, long stackSize, boolean inheritThreadLocals) {
        this(group, target, name, stackSize);
    }

    /** As a builder says. */
    private Thread(Making how, Runnable target, String name) {
        this.target = target;
        this.name = name;
        daemon = how.daemon;
        priority = how.priority;
        handler = how.handler;
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
        Thread.yield();
        if (interrupted()) {
            throw new InterruptedException("sleep interrupted");
        }
        tick();
    }

    /**
     * Time as this thread has it: it stands still, but when the time of a wait is up it is later than every time that
     * this thread could have meant. Differences are right as long as less than four waits lie between.
     */
    static long nanoTime() {
        return (long) currentThread().ticks << 62;
    }

    /** The time of a wait is up. Does nothing in a program that never asks for the time. */
    private static native void tick();

    private static void tick0() {
        Thread me = currentThread();
        me.ticks = me.ticks + 1 & 3;
    }

    public static void sleep(long millis, int nanos) throws InterruptedException {
        sleep(millis);
    }

    public static void sleep(java.time.Duration duration) throws InterruptedException {
        sleep(duration.isNegative() ? 0L : 1L);
    }

    public void start() {
        start0(daemon);
    }

    private native void start0(boolean daemon);

    public void run() {
        if (target != null) {
            target.run();
        }
    }

    public native void interrupt();

    public static native boolean interrupted();

    public native boolean isInterrupted();

    public final native boolean isAlive();

    public final void join() throws InterruptedException {
        join0();
    }

    private native void join0() throws InterruptedException;

    /** Whether the time is up before the thread has ended is not known: both happen. */
    public final void join(long millis) throws InterruptedException {
        if (millis < 0) {
            throw new IllegalArgumentException("timeout value is negative");
        }
        if (millis == 0) {
            join0();
            return;
        }
        if (interrupted()) {
            throw new InterruptedException();
        }
        Thread.yield();
        if (interrupted()) {
            throw new InterruptedException();
        }
        if (isAlive()) {
            tick();
        }
    }

    public final void join(long millis, int nanos) throws InterruptedException {
        join(nanos > 0 ? millis + 1 : millis);
    }

    public final boolean join(java.time.Duration duration) throws InterruptedException {
        if (getState() == State.NEW) {
            throw new IllegalThreadStateException("Thread not started");
        }
        if (!duration.isNegative() && !duration.isZero()) {
            join(1L);
        }
        return !isAlive();
    }

    public final String getName() {
        String given = name;
        return given != null ? given : isVirtual() ? "" : "Thread-" + (word - 2);
    }

    public final void setName(String name) {
        if (name == null) {
            throw new NullPointerException("name cannot be null");
        }
        this.name = name;
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
            this.priority = priority;
        }
    }

    public long getId() {
        return word;
    }

    public final long threadId() {
        return word;
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
        int priority;
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
            return this;
        }

        public Making daemon(boolean on) {
            daemon = on;
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

    public final ThreadGroup getThreadGroup() {
        return null;
    }

    public final void checkAccess() {
    }

    /** As JDK 17 has it; every thread is in the group `main`. */
    public String toString() {
        return "Thread[" + getName() + "," + getPriority() + ",main]";
    }

    protected Object clone() throws CloneNotSupportedException {
        throw new CloneNotSupportedException();
    }

    /** Refused, as what follows: which threads there are and where they stand no step may ask. */
    public static native int activeCount();

    public static native int enumerate(Thread[] threads);

    public static native java.util.Map<Thread, StackTraceElement[]> getAllStackTraces();

    public native int countStackFrames();

    public final native void stop();

    public final native void suspend();

    public final native void resume();

    public ClassLoader getContextClassLoader() {
        return null;
    }

    public void setContextClassLoader(ClassLoader loader) {
    }

    public StackTraceElement[] getStackTrace() {
        return new StackTraceElement[0];
    }

    public static void dumpStack() {
    }

    /** For {@link java.util.concurrent.locks.LockSupport}. */
    public static native void park();

    /** The same, but the time may be up at once. */
    public static native void parkTimed();

    public static void unpark(Thread thread) {
        if (thread != null) {
            thread.permit = true;
        }
    }

    @FunctionalInterface
    public interface UncaughtExceptionHandler {
        void uncaughtException(Thread t, Throwable e);
    }

    public enum State {
        NEW, RUNNABLE, BLOCKED, WAITING, TIMED_WAITING, TERMINATED;
    }

    /** What a thread that runs is doing is not known. */
    public State getState() {
        long seen = word;
        if (seen == 0) {
            return State.NEW;
        }
        return seen < 0 ? State.TERMINATED : runningState();
    }

    /** Refused. */
    private native State runningState();

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
        return handler;
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

    /** What becomes of an exception that nobody caught, in a program that sets handlers. */
    private void uncaught(Throwable thrown) throws Throwable {
        UncaughtExceptionHandler by = handler;
        if (by == null) {
            by = defaultHandler;
        }
        if (by == null) {
            throw thrown;
        }
        by.uncaughtException(this, thrown);
    }
}
