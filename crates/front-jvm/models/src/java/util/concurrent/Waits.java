package java.util.concurrent;

import commute.rt.Step;
import java.util.Objects;

/** Methods that stand for those of classes in this package: the receiver is the first parameter. */
final class Waits {
    private Waits() {
    }

    /** Runs an asynchronous task where there is no pool for it. */
    static void perTask(Object executor, Runnable task) {
        new AsyncThread(Objects.requireNonNull(task)).start();
    }

    /** {@link CopyOnWriteArrayList#clone}: the lock of the copy. */
    static void resetLock(Object list) {
        setLock(list, new Object());
    }

    private static native void setLock(Object list, Object lock);

    /** {@link CompletableFuture}: the result, or nothing if it was interrupted. */
    static Object waitingGet(CompletableFuture<?> future, boolean interruptible) {
        ForkJoinPool pool = ForkJoinTask.getPool();
        if (pool != null) {
            pool.leave();
        }
        Step.begin();
        Step.until(future.result != null || interruptible && Step.interrupted());
        Object result = future.result;
        if (result != null && interruptible && Step.interrupted() && Step.choose(2) == 0) {
            result = null;
        }
        Step.end();
        if (pool != null) {
            pool.enter();
        }
        if (result == null) {
            Thread.interrupted();
            return null;
        }
        future.postComplete();
        return result;
    }
}
