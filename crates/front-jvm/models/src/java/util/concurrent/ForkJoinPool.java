package java.util.concurrent;

import commute.rt.Step;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;

/**
 * A pool as the checker has it: each task has a thread of its own, which waits until there is a place for it. The pool of
 * all has as many places as there are tasks.
 */
public class ForkJoinPool extends AbstractExecutorService {
    /** How many tasks run at a time; zero is any number. */
    final int limit;
    /** What was asked for; tasks begin in any order. */
    private final boolean asyncMode;
    /** How many run now, without those that wait for others. */
    int active;
    /** How many threads have not ended, in a pool that can end. */
    private int threads;
    private boolean shutdown;
    /** Whether what has not begun is cancelled. */
    boolean stopped;
    /** Its threads, in a program that stops pools. */
    private ForkJoinWorkerThread workers;
    /** Whether a task that has ended used thread locals. */
    boolean leftLocals;

    /** The name of its threads: whose work a thread does is open, so it might be that of the first. */
    final String workerName;

    private static final ForkJoinPool COMMON = new ForkJoinPool(true);
    public static final ForkJoinWorkerThreadFactory defaultForkJoinWorkerThreadFactory = new UsualThreads();

    /** The factory of pools that are given none. */
    private static final class UsualThreads implements ForkJoinWorkerThreadFactory {
        public ForkJoinWorkerThread newThread(ForkJoinPool pool) {
            return new ForkJoinWorkerThread(pool);
        }
    }

    public interface ForkJoinWorkerThreadFactory {
        ForkJoinWorkerThread newThread(ForkJoinPool pool);
    }

    public interface ManagedBlocker {
        boolean block() throws InterruptedException;

        boolean isReleasable();
    }

    private ForkJoinPool(boolean common) {
        limit = 0;
        asyncMode = false;
        workerName = "ForkJoinPool.commonPool-worker-1";
    }

    public ForkJoinPool() {
        this(2);
    }

    public ForkJoinPool(int parallelism) {
        this(parallelism, false);
    }

    private ForkJoinPool(int parallelism, boolean asyncMode) {
        if (parallelism <= 0 || parallelism > 0x7fff) {
            throw new IllegalArgumentException();
        }
        limit = parallelism;
        this.asyncMode = asyncMode;
        workerName = "ForkJoinPool-1-worker-1";
    }

    public ForkJoinPool(int parallelism, ForkJoinWorkerThreadFactory factory, Thread.UncaughtExceptionHandler handler,
            boolean asyncMode) {
        this(parallelism, factory, handler, asyncMode, 0, 0x7fff, 1, null, 1, TimeUnit.MINUTES);
    }

    public ForkJoinPool(int parallelism, ForkJoinWorkerThreadFactory factory, Thread.UncaughtExceptionHandler handler,
            boolean asyncMode, int corePoolSize, int maximumPoolSize, int minimumRunnable,
            Predicate<? super ForkJoinPool> saturate, long keepAliveTime, TimeUnit unit) {
        this(parallelism, asyncMode);
        if (parallelism > maximumPoolSize || keepAliveTime <= 0) {
            throw new IllegalArgumentException();
        }
        if (factory == null || unit == null) {
            throw new NullPointerException();
        }
        if (factory != defaultForkJoinWorkerThreadFactory || handler != null) {
            ownThreads();
        }
    }

    /** Refused: threads of the user's in a pool of this kind. */
    private static native void ownThreads();

    public static ForkJoinPool commonPool() {
        return COMMON;
    }

    /** Starts the thread of a task. */
    final void begin(ForkJoinTask<?> task) {
        if (task == null) {
            throw new NullPointerException();
        }
        ForkJoinWorkerThread worker = new ForkJoinWorkerThread(this, task);
        Step.begin();
        // What its own tasks fork still runs.
        boolean refused = shutdown && ForkJoinTask.getPool() != this;
        if (!refused) {
            task.offer(this);
            if (limit > 0) {
                threads++;
                if (Step.poolsStopped()) {
                    worker.next = workers;
                    workers = worker;
                }
            }
        }
        Step.end();
        if (refused) {
            throw new RejectedExecutionException();
        }
        worker.start();
    }

    /** In a step: whether one more task can run. */
    final boolean hasPlace() {
        return limit == 0 || active < limit;
    }

    /** A task waits or has ended. */
    final void leave() {
        if (limit > 0) {
            Step.begin();
            active--;
            Step.end();
        }
    }

    /** A task goes on. */
    final void enter() {
        if (limit > 0) {
            Step.begin();
            active++;
            Step.end();
        }
    }

    /** In a step: so many more tasks run. */
    final void count(int change) {
        if (limit > 0) {
            active += change;
        }
    }

    /** A thread has nothing more to do. */
    final void finish(ForkJoinWorkerThread worker, boolean works) {
        if (limit > 0) {
            Step.begin();
            if (works) {
                active--;
            }
            threads--;
            if (Step.poolsStopped()) {
                drop(worker);
            }
            Step.end();
        }
    }

    /** In a step. */
    private void drop(ForkJoinWorkerThread worker) {
        if (workers == worker) {
            workers = worker.next;
            return;
        }
        ForkJoinWorkerThread at = workers;
        while (at.next != worker) {
            at = at.next;
        }
        at.next = worker.next;
    }

    /** What waits is cancelled, and who runs is interrupted. Not the pool of all. */
    public List<Runnable> shutdownNow() {
        if (limit > 0) {
            Step.begin();
            shutdown = true;
            stopped = true;
            for (ForkJoinWorkerThread at = workers; at != null; at = at.next) {
                at.task.cancelUnclaimed();
                at.interrupt();
            }
            Step.end();
        }
        return Collections.emptyList();
    }

    public <T> T invoke(ForkJoinTask<T> task) {
        begin(task);
        return wait(task).join();
    }

    /** Waits until a task has ended, without running it: that is done by the pool. */
    private <T> ForkJoinTask<T> wait(ForkJoinTask<T> task) {
        Step.begin();
        Step.until(task.isDone());
        Step.end();
        return task;
    }

    public void execute(ForkJoinTask<?> task) {
        begin(task);
    }

    public void execute(Runnable task) {
        begin(task instanceof ForkJoinTask<?> ? (ForkJoinTask<?>) task
            : new ForkJoinTask.Adapted<Void>(task, null, null, true));
    }

    public <T> ForkJoinTask<T> submit(ForkJoinTask<T> task) {
        begin(task);
        return task;
    }

    public <T> ForkJoinTask<T> submit(Callable<T> task) {
        return submit(ForkJoinTask.<T>adapt(task));
    }

    public <T> ForkJoinTask<T> submit(Runnable task, T result) {
        return submit(ForkJoinTask.<T>adapt(task, result));
    }

    public ForkJoinTask<?> submit(Runnable task) {
        ForkJoinTask<?> whole = task instanceof ForkJoinTask<?> ? (ForkJoinTask<?>) task : ForkJoinTask.adapt(task);
        begin(whole);
        return whole;
    }

    public <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> tasks) {
        List<Future<T>> futures = new ArrayList<>(tasks.size());
        try {
            for (Callable<T> task : tasks) {
                futures.add(submit(task));
            }
        } catch (Throwable failure) {
            for (Future<T> future : futures) {
                future.cancel(true);
            }
            throw failure;
        }
        for (Future<T> future : futures) {
            ((ForkJoinTask<T>) future).quietlyJoin();
        }
        return futures;
    }

    public <T> List<Future<T>> invokeAll(Collection<? extends Callable<T>> tasks, long timeout, TimeUnit unit)
            throws InterruptedException {
        long nanos = unit.toNanos(timeout);
        List<Future<T>> futures = new ArrayList<>(tasks.size());
        try {
            for (Callable<T> task : tasks) {
                futures.add(submit(task));
            }
        } catch (Throwable failure) {
            for (Future<T> future : futures) {
                future.cancel(true);
            }
            throw failure;
        }
        boolean up = nanos < 0;
        for (int i = futures.size() - 1; i >= 0; i--) {
            ForkJoinTask<T> task = (ForkJoinTask<T>) futures.get(i);
            if (!task.isDone()) {
                up = up || isUp(task, nanos);
                if (up) {
                    task.cancel(true);
                }
            }
        }
        return futures;
    }

    /** Whether the time is up before a task has ended is not known: both happen. Who is interrupted does not wait, and goes on. */
    private static boolean isUp(ForkJoinTask<?> task, long nanos) {
        if (Thread.interrupted()) {
            return Step.choose(2) == 1;
        }
        if (nanos > 0 && Step.timeoutsLast()) {
            Step.begin();
            Step.untilOrTimeout(task.isDone() || Step.interrupted());
            Step.end();
        } else {
            Step.pause();
        }
        if (task.isDone() || nanos > 0 && Thread.interrupted()) {
            return false;
        }
        Step.tick();
        return true;
    }

    public <T> T invokeAny(Collection<? extends Callable<T>> tasks) throws InterruptedException, ExecutionException {
        return super.invokeAny(tasks);
    }

    public <T> T invokeAny(Collection<? extends Callable<T>> tasks, long timeout, TimeUnit unit)
            throws InterruptedException, ExecutionException, TimeoutException {
        return super.invokeAny(tasks, timeout, unit);
    }

    /** Refused, as the next: tasks do not wait in a queue. */
    protected native ForkJoinTask<?> pollSubmission();

    protected native int drainTasksTo(Collection<? super ForkJoinTask<?>> into);

    public ForkJoinWorkerThreadFactory getFactory() {
        return defaultForkJoinWorkerThreadFactory;
    }

    public Thread.UncaughtExceptionHandler getUncaughtExceptionHandler() {
        return null;
    }

    public int getParallelism() {
        return limit == 0 ? 1 : limit;
    }

    public static int getCommonPoolParallelism() {
        return 1;
    }

    /** Refused, as what follows: what the threads of a pool are doing is not known. */
    public native int getPoolSize();

    /** Nobody does anything in a pool without tasks; otherwise refused. */
    public int getRunningThreadCount() {
        return busy();
    }

    public int getActiveThreadCount() {
        return busy();
    }

    public native long getStealCount();

    public long getQueuedTaskCount() {
        return busy();
    }

    public int getQueuedSubmissionCount() {
        return busy();
    }

    public boolean hasQueuedSubmissions() {
        return busy() > 0;
    }

    private int busy() {
        if (!isQuiescent()) {
            whoDoesWhat();
        }
        return 0;
    }

    /** Refused. */
    private static native void whoDoesWhat();

    public native String toString();

    public boolean getAsyncMode() {
        return asyncMode;
    }

    public boolean isQuiescent() {
        if (limit == 0) {
            unlimited();
        }
        return threads == 0;
    }

    /** Refused: what is asked of a pool with a number of threads, of one without. */
    private static native void unlimited();

    public void shutdown() {
        if (limit > 0) {
            shutdown = true;
        }
    }

    /** Since Java 19; the pool of all cannot be closed. */
    public void close() {
        if (limit == 0) {
            return;
        }
        shutdown();
        Step.begin();
        Step.until(threads == 0 || Step.interrupted());
        boolean terminated = threads == 0;
        Step.end();
        if (!terminated) {
            shutdownNow();
        }
    }

    /** Since Java 19, as the next two. */
    public <T> ForkJoinTask<T> lazySubmit(ForkJoinTask<T> task) {
        return submit(task);
    }

    public <T> ForkJoinTask<T> externalSubmit(ForkJoinTask<T> task) {
        return submit(task);
    }

    /** Refused. */
    public native int setParallelism(int size);

    public boolean isShutdown() {
        return shutdown;
    }

    public boolean isTerminating() {
        return shutdown && threads > 0;
    }

    public boolean isTerminated() {
        return shutdown && threads == 0;
    }

    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        boolean waits = unit.toNanos(timeout) > 0;
        if (limit == 0) {
            // It never ends, so that one waits for its tasks instead.
            if (waits && Step.timeoutsLast()) {
                Step.begin();
                Step.untilOrTimeout(Step.interrupted());
                Step.end();
            } else {
                Step.pause();
            }
            if (Step.interrupted()) {
                unlimited();
            }
            Step.tick();
            return false;
        }
        if (!isPending(waits)) {
            return true;
        }
        if (waits) {
            if (Step.timeoutsLast()) {
                Step.begin();
                Step.untilOrTimeout(shutdown && threads == 0 || Step.interrupted());
                Step.end();
            } else {
                Step.pause();
            }
            if (!isPending(true)) {
                return true;
            }
            Step.tick();
        }
        return false;
    }

    /** Whether there are still threads; who waits for them notices interrupts. */
    private boolean isPending(boolean waits) throws InterruptedException {
        Step.begin();
        boolean pending = !(shutdown && threads == 0);
        boolean interrupted = pending && waits && Thread.interrupted();
        Step.end();
        if (interrupted) {
            throw new InterruptedException();
        }
        return pending;
    }

    public boolean awaitQuiescence(long timeout, TimeUnit unit) {
        boolean waits = unit.toNanos(timeout) > 0;
        if (waits && Step.timeoutsLast()) {
            Step.begin();
            Step.untilOrTimeout(isQuiescent());
            Step.end();
        } else {
            Step.pause();
        }
        boolean quiet = isQuiescent();
        if (!quiet) {
            Step.tick();
        }
        return quiet;
    }

    public static void managedBlock(ManagedBlocker blocker) throws InterruptedException {
        if (blocker == null) {
            throw new NullPointerException();
        }
        ForkJoinPool pool = ForkJoinTask.getPool();
        if (pool != null) {
            pool.leave();
        }
        try {
            while (!blocker.isReleasable() && !blocker.block()) {
            }
        } finally {
            if (pool != null) {
                pool.enter();
            }
        }
    }

    protected <T> RunnableFuture<T> newTaskFor(Runnable runnable, T value) {
        return new ForkJoinTask.Adapted<T>(runnable, null, value, false);
    }

    protected <T> RunnableFuture<T> newTaskFor(Callable<T> callable) {
        return new ForkJoinTask.Adapted<T>(null, callable, null, false);
    }

    /** For {@link CompletableFuture}. */
    static void helpAsyncBlocker(Executor executor, ManagedBlocker blocker) {
    }
}
