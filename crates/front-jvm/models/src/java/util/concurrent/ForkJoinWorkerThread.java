package java.util.concurrent;

/** A thread of a pool as the checker has it: it runs one task. */
public class ForkJoinWorkerThread extends Thread {
    final ForkJoinPool pool;
    final ForkJoinTask<?> task;
    /** The next one of the pool, in a program that stops pools. */
    ForkJoinWorkerThread next;

    protected ForkJoinWorkerThread(ForkJoinPool pool) {
        this(pool, null);
    }

    /** Since Java 19. */
    protected ForkJoinWorkerThread(ThreadGroup group, ForkJoinPool pool, boolean preserveThreadLocals) {
        this(pool, null);
    }

    /** Since Java 20. Refused: tasks do not wait in queues. */
    public native int getQueuedTaskCount();

    ForkJoinWorkerThread(ForkJoinPool pool, ForkJoinTask<?> task) {
        super(pool.workerName, true);
        this.pool = pool;
        this.task = task;
    }

    public void run() {
        boolean works = task.claim(pool);
        try {
            if (works) {
                task.doClaimed();
            }
        } finally {
            if (works && hasLocals()) {
                pool.leftLocals = true;
            }
            pool.finish(this, works);
        }
    }

    /** The JDK's threads run one task after the other, and keep what a task has left. */
    protected void looksForLocals(boolean inherited) {
        if (inherited || pool.leftLocals) {
            localsOfOthers();
        }
    }

    /** Refused: thread locals that another task may have left, or that depend on who made the thread. */
    private static native void localsOfOthers();

    public ForkJoinPool getPool() {
        return pool;
    }

    public int getPoolIndex() {
        return 0;
    }

    protected void onStart() {
    }

    protected void onTermination(Throwable exception) {
    }
}
