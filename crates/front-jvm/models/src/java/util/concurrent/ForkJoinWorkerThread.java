package java.util.concurrent;

/** A thread of a pool as the checker has it: it runs one task. */
public class ForkJoinWorkerThread extends Thread {
    final ForkJoinPool pool;
    private ForkJoinTask<?> task;

    protected ForkJoinWorkerThread(ForkJoinPool pool) {
        this(pool, null);
    }

    /** Since Java 19. */
    protected ForkJoinWorkerThread(ThreadGroup group, ForkJoinPool pool, boolean preserveThreadLocals) {
        this(pool, null);
    }

    /** Since Java 20. */
    public int getQueuedTaskCount() {
        return 0;
    }

    ForkJoinWorkerThread(ForkJoinPool pool, ForkJoinTask<?> task) {
        super(pool.workerName, true);
        this.pool = pool;
        this.task = task;
    }

    public void run() {
        if (task.claim(pool)) {
            try {
                task.doExec();
            } finally {
                pool.leave();
                pool.finish();
            }
        } else {
            pool.finish();
        }
    }

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
