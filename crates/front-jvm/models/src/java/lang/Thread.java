package java.lang;

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

    public static native Thread currentThread();

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

    public final String getName() {
        String given = name;
        return given != null ? given : "Thread-" + (word - 2);
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
        this.priority = priority;
    }

    public long getId() {
        return word;
    }

    public final ThreadGroup getThreadGroup() {
        return null;
    }

    public final void checkAccess() {
    }

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
