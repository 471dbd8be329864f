package java.util.concurrent;

import commute.rt.Step;
import java.util.Collection;

/**
 * A task as the checker has it. A task that is forked gets a thread of its own, which runs it unless the task that joins it
 * comes first and does so itself. So every order that any number of workers makes possible is tried.
 */
public abstract class ForkJoinTask<V> implements Future<V>, java.io.Serializable {
    private static final int NORMALLY = 1;
    private static final int ABNORMALLY = 2;

    /** How it ended, or zero. */
    private int ended;
    private Throwable thrown;
    /** In which thread that was. */
    private Thread thrower;
    /** How often it was forked without anybody having begun to run it: a task may fork itself again. */
    private int forked;
    private short tag;
    /** The pool to which it was given. */
    ForkJoinPool home;

    public ForkJoinTask() {
    }

    /** Runs it in the thread that calls, if it has not ended. */
    final void doExec() {
        if (ended == 0) {
            doClaimed();
        }
    }

    /** The same for a thread that has seen that when it took it. */
    final void doClaimed() {
        boolean completed;
        try {
            completed = exec();
        } catch (Throwable failure) {
            fail(failure);
            return;
        }
        if (completed) {
            end(NORMALLY, null);
        }
    }

    /** What becomes of a failure; those who wait for others tell them. */
    void fail(Throwable failure) {
        end(ABNORMALLY, failure);
    }

    /** Ends it, if it has not ended. Whether it had not. */
    final boolean end(int how, Throwable failure) {
        Step.begin();
        boolean first = ended == 0;
        if (first) {
            thrown = failure;
            thrower = failure == null ? null : Thread.currentThread();
            ended = how;
        }
        Step.end();
        return first;
    }

    final boolean endAbnormally(Throwable failure) {
        return end(ABNORMALLY, failure);
    }

    /** Whether something was thrown: it may also have been cancelled. */
    final boolean hasFailed() {
        Step.begin();
        boolean failed = ended == ABNORMALLY && thrown != null;
        Step.end();
        return failed;
    }

    /** In a step: it is given to a pool. */
    final void offer(ForkJoinPool pool) {
        home = pool;
        forked++;
    }

    /** Whether a thread of a pool is the one to run it; that waits until the pool has a place for it. */
    final boolean claim(ForkJoinPool pool) {
        Step.begin();
        Step.until(forked == 0 || ended != 0 || pool.hasPlace());
        boolean mine = forked > 0 && ended == 0;
        if (forked > 0) {
            forked--;
        }
        if (mine && pool.stopped) {
            // What waited when the pool was stopped is cancelled.
            ended = ABNORMALLY;
            mine = false;
        }
        if (mine) {
            pool.count(1);
        }
        Step.end();
        return mine;
    }

    /** In a step: it is cancelled, unless somebody has begun to run it or it has ended. */
    final void cancelUnclaimed() {
        if (forked > 0 && ended == 0) {
            ended = ABNORMALLY;
        }
    }

    /** Waits until it has ended, or, if that is wanted, until the thread is interrupted. How it has ended, or zero. */
    private int await(boolean interruptible) {
        ForkJoinPool pool = getPool();
        Step.begin();
        int how = ended;
        // The pool of all lets everyone help, another pool its own threads.
        boolean mine = how == 0 && forked > 0 && home != null && (home.limit == 0 || home == pool);
        if (mine) {
            forked--;
        } else if (how == 0 && pool != null) {
            pool.count(-1);
        }
        Step.end();
        if (how != 0) {
            return how;
        }
        if (mine) {
            doClaimed();
            Step.begin();
            how = ended;
            if (how == 0 && pool != null) {
                pool.count(-1);
            }
            Step.end();
            if (how != 0) {
                return how;
            }
        }
        Step.begin();
        Step.until(ended != 0 || interruptible && Step.interrupted());
        how = ended;
        if (pool != null) {
            pool.count(1);
        }
        Step.end();
        return how;
    }

    private V report(int how) {
        if (how == ABNORMALLY) {
            ForkJoinTask.<RuntimeException>rethrow(getException());
        }
        return getRawResult();
    }

    @SuppressWarnings("unchecked")
    static <T extends Throwable> void rethrow(Throwable failure) throws T {
        throw (T) failure;
    }

    public final ForkJoinTask<V> fork() {
        ForkJoinPool pool = getPool();
        (pool != null ? pool : ForkJoinPool.commonPool()).begin(this);
        return this;
    }

    public final V join() {
        return report(await(false));
    }

    public final V invoke() {
        doExec();
        return report(await(false));
    }

    public final void quietlyJoin() {
        await(false);
    }

    public final void quietlyInvoke() {
        doExec();
        await(false);
    }

    public static void invokeAll(ForkJoinTask<?> one, ForkJoinTask<?> two) {
        if (one == null || two == null) {
            throw new NullPointerException();
        }
        two.fork();
        one.quietlyInvoke();
        if (one.ended == ABNORMALLY) {
            two.cancel(true);
        }
        one.report(one.ended);
        two.join();
    }

    public static void invokeAll(ForkJoinTask<?>... tasks) {
        Throwable failure = null;
        for (int i = tasks.length - 1; i >= 0 && failure == null; i--) {
            if (tasks[i] == null) {
                failure = new NullPointerException();
            } else if (i > 0) {
                tasks[i].fork();
            } else {
                tasks[i].quietlyInvoke();
                failure = tasks[i].getException();
            }
        }
        for (int i = 1; i < tasks.length && failure == null; i++) {
            tasks[i].quietlyJoin();
            failure = tasks[i].getException();
        }
        if (failure != null) {
            for (int i = 1; i < tasks.length; i++) {
                if (tasks[i] != null) {
                    tasks[i].cancel(true);
                }
            }
            ForkJoinTask.<RuntimeException>rethrow(failure);
        }
    }

    public static <T extends ForkJoinTask<?>> Collection<T> invokeAll(Collection<T> tasks) {
        Object[] all = tasks.toArray();
        ForkJoinTask<?>[] list = new ForkJoinTask<?>[all.length];
        for (int i = 0; i < all.length; i++) {
            list[i] = (ForkJoinTask<?>) all[i];
        }
        invokeAll(list);
        return tasks;
    }

    public boolean cancel(boolean mayInterruptIfRunning) {
        endAbnormally(null);
        return isCancelled();
    }

    public final boolean isDone() {
        return ended != 0;
    }

    public final boolean isCancelled() {
        return ended == ABNORMALLY && thrown == null;
    }

    public final boolean isCompletedAbnormally() {
        return ended == ABNORMALLY;
    }

    public final boolean isCompletedNormally() {
        return ended == NORMALLY;
    }

    /** For another thread than the one that failed, the JDK makes an exception of the same class whose cause is the failure. */
    public final Throwable getException() {
        if (ended != ABNORMALLY) {
            return null;
        }
        Throwable failure = thrown;
        if (failure == null) {
            return new CancellationException();
        }
        if (thrower != Thread.currentThread()) {
            failure.isNotAllKnown();
        }
        return failure;
    }

    public void completeExceptionally(Throwable failure) {
        boolean unchecked = failure instanceof RuntimeException || failure instanceof Error;
        fail(unchecked ? failure : new RuntimeException(failure));
    }

    public void complete(V value) {
        try {
            setRawResult(value);
        } catch (Throwable failure) {
            fail(failure);
            return;
        }
        end(NORMALLY, null);
    }

    public final void quietlyComplete() {
        end(NORMALLY, null);
    }

    public final V get() throws InterruptedException, ExecutionException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        int how = await(true);
        if (how == 0) {
            Thread.interrupted();
            throw new InterruptedException();
        }
        return reportChecked(how);
    }

    private V reportChecked(int how) throws ExecutionException {
        if (how == ABNORMALLY) {
            if (thrown == null) {
                throw new CancellationException();
            }
            throw new ExecutionException(getException());
        }
        return getRawResult();
    }

    /** Whether the time is up before it has ended is not known: both happen. */
    public final V get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        boolean waits = unit.toNanos(timeout) > 0;
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (waits && Step.timeoutsLast()) {
            Step.begin();
            Step.untilOrTimeout(ended != 0 || Step.interrupted());
            Step.end();
        } else {
            Step.pause();
        }
        int how = ended;
        if (how == 0) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            Step.tick();
            throw new TimeoutException();
        }
        return reportChecked(how);
    }

    /** Refused, as the next two, which are new in Java 19. */
    public final native boolean quietlyJoin(long timeout, TimeUnit unit) throws InterruptedException;

    public final native boolean quietlyJoinUninterruptibly(long timeout, TimeUnit unit);

    public static native <T> ForkJoinTask<T> adaptInterruptible(Callable<? extends T> callable);

    public static ForkJoinPool getPool() {
        Thread me = Thread.currentThread();
        return me instanceof ForkJoinWorkerThread ? ((ForkJoinWorkerThread) me).pool : null;
    }

    public static boolean inForkJoinPool() {
        return Thread.currentThread() instanceof ForkJoinWorkerThread;
    }

    /** Only the task that was forked last can be taken back. */
    public boolean tryUnfork() {
        if (forked > 0) {
            whichIsLast();
        }
        return false;
    }

    /** Refused: that depends on what others took. */
    private static native void whichIsLast();

    public void reinitialize() {
        ended = 0;
        thrown = null;
        thrower = null;
        tag = 0;
    }

    public static native void helpQuiesce();

    /** Refused, as the next: tasks do not wait in queues. */
    public static native int getQueuedTaskCount();

    public static native int getSurplusQueuedTaskCount();

    public abstract V getRawResult();

    protected abstract void setRawResult(V value);

    protected abstract boolean exec();

    /** Refused, as what follows: tasks do not wait in queues. */
    protected static native ForkJoinTask<?> peekNextLocalTask();

    protected static native ForkJoinTask<?> pollNextLocalTask();

    protected static native ForkJoinTask<?> pollTask();

    protected static native ForkJoinTask<?> pollSubmission();

    public final short getForkJoinTaskTag() {
        return tag;
    }

    public final short setForkJoinTaskTag(short newValue) {
        Step.begin();
        short old = tag;
        tag = newValue;
        Step.end();
        return old;
    }

    public final boolean compareAndSetForkJoinTaskTag(short expected, short update) {
        Step.begin();
        boolean same = tag == expected;
        if (same) {
            tag = update;
        }
        Step.end();
        return same;
    }

    public static ForkJoinTask<?> adapt(Runnable runnable) {
        return new Adapted<Void>(runnable, null, null, false);
    }

    public static <T> ForkJoinTask<T> adapt(Runnable runnable, T result) {
        return new Adapted<T>(runnable, null, result, false);
    }

    public static <T> ForkJoinTask<T> adapt(Callable<? extends T> callable) {
        return new Adapted<T>(null, callable, null, false);
    }

    /** A task that runs something else. */
    static final class Adapted<T> extends ForkJoinTask<T> implements RunnableFuture<T> {
        private final Runnable runnable;
        private final Callable<? extends T> callable;
        private final boolean loud;
        private T result;

        /** If it is loud, nobody asks for its result, and a failure is that of the thread. */
        Adapted(Runnable runnable, Callable<? extends T> callable, T result, boolean loud) {
            if (runnable == null && callable == null) {
                throw new NullPointerException();
            }
            this.runnable = runnable;
            this.callable = callable;
            this.result = result;
            this.loud = loud;
        }

        public T getRawResult() {
            return result;
        }

        public void setRawResult(T value) {
            result = value;
        }

        public boolean exec() {
            if (callable == null) {
                runnable.run();
                return true;
            }
            try {
                result = callable.call();
                return true;
            } catch (RuntimeException failure) {
                throw failure;
            } catch (Exception failure) {
                throw new RuntimeException(failure);
            }
        }

        void fail(Throwable failure) {
            super.fail(failure);
            if (loud) {
                ForkJoinTask.<RuntimeException>rethrow(failure);
            }
        }

        public void run() {
            invoke();
        }
    }
}
