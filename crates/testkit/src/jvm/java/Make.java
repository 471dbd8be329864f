import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CountedCompleter;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.locks.AbstractQueuedLongSynchronizer;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Objects in the states that calls begin with. */
public final class Make {
    public enum Color { RED, GREEN }

    public record Pair(int a, String b) { }

    static ClassValue<String> classValue() {
        return new ClassValue<>() {
            @Override
            protected String computeValue(Class<?> type) {
                return type.getName();
            }
        };
    }

    public static class Cell {
        volatile int v;
        int plain;
        volatile long l;
        volatile Object o;
    }

    @Override
    public String toString() {
        return "made";
    }

    static Thread join(Thread thread) {
        // Whether an interrupt is noticed while waiting depends on who is faster.
        boolean interrupted = Thread.interrupted();
        thread.start();
        X.join(thread);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return thread;
    }

    static Thread ended() {
        return join(new Thread(() -> { }));
    }

    static Thread failed() {
        Thread thread = new Thread(() -> { throw new IllegalStateException(); });
        thread.setUncaughtExceptionHandler((t, e) -> { });
        return join(thread);
    }

    static Thread daemon() {
        Thread thread = new Thread(() -> { });
        thread.setDaemon(true);
        return thread;
    }

    static Thread interruptedNew() {
        Thread thread = new Thread(() -> { });
        thread.interrupt();
        return thread;
    }

    static Thread waiting() {
        CountDownLatch begun = new CountDownLatch(1);
        Thread thread = new Thread(() -> {
            begun.countDown();
            for (;;) java.util.concurrent.locks.LockSupport.park();
        });
        thread.setDaemon(true);
        thread.start();
        for (;;) {
            try {
                begun.await();
                return thread;
            } catch (InterruptedException e) {
                // Interrupts are not about this.
            }
        }
    }

    static Throwable thrown() {
        try {
            throw new IllegalStateException("thrown");
        } catch (IllegalStateException e) {
            e.addSuppressed(new Exception("other"));
            return e;
        }
    }

    static FutureTask<Object> ran() {
        FutureTask<Object> task = new FutureTask<>(() -> 4);
        task.run();
        return task;
    }

    static FutureTask<Object> ranAndFailed() {
        FutureTask<Object> task = new FutureTask<>(() -> { throw new Exception("f"); });
        task.run();
        return task;
    }

    static FutureTask<Object> cancelled() {
        FutureTask<Object> task = new FutureTask<>(() -> 4);
        task.cancel(true);
        return task;
    }

    static ReentrantLock locked() {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        return lock;
    }

    static ReentrantLock lockedTwice() {
        ReentrantLock lock = locked();
        lock.lock();
        return lock;
    }

    static ReentrantLock lockedByOther() {
        ReentrantLock lock = new ReentrantLock();
        join(new Thread(lock::lock));
        return lock;
    }

    static ReentrantReadWriteLock readLocked() {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        lock.readLock().lock();
        return lock;
    }

    static ReentrantReadWriteLock writeLocked() {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        lock.writeLock().lock();
        return lock;
    }

    static ReentrantReadWriteLock bothLocked() {
        ReentrantReadWriteLock lock = writeLocked();
        lock.readLock().lock();
        return lock;
    }

    /** The example in the documentation of its superclass, with a condition. */
    static final class Mutex extends AbstractQueuedSynchronizer {
        @Override
        protected boolean tryAcquire(int unused) {
            return compareAndSetState(0, 1);
        }

        @Override
        protected boolean tryRelease(int unused) {
            setState(0);
            return true;
        }

        @Override
        protected boolean isHeldExclusively() {
            return getState() != 0;
        }

        ConditionObject condition() {
            return new ConditionObject();
        }
    }

    /** The example in the documentation of its superclass, with a condition. */
    static final class LongMutex extends AbstractQueuedLongSynchronizer {
        @Override
        protected boolean tryAcquire(long unused) {
            return compareAndSetState(0, 1);
        }

        @Override
        protected boolean tryRelease(long unused) {
            setState(0);
            return true;
        }

        @Override
        protected boolean isHeldExclusively() {
            return getState() != 0;
        }

        ConditionObject condition() {
            return new ConditionObject();
        }
    }

    static final class Number extends RecursiveTask<Object> {
        final int n;

        Number(int n) {
            this.n = n;
        }

        @Override
        protected Object compute() {
            if (n < 0) throw new IllegalStateException("n");
            return n;
        }
    }

    static ForkJoinTask<Object> task(int n) {
        return new Number(n);
    }

    static ForkJoinTask<Object> failing() {
        return new Number(-1);
    }

    static ForkJoinTask<Object> taskRan() {
        ForkJoinTask<Object> task = new Number(5);
        task.invoke();
        return task;
    }

    static ForkJoinTask<Object> taskFailed() {
        ForkJoinTask<Object> task = new Number(-1);
        task.quietlyInvoke();
        return task;
    }

    static ForkJoinTask<Object> taskCancelled() {
        ForkJoinTask<Object> task = new Number(5);
        task.cancel(false);
        return task;
    }

    static final class Completer extends CountedCompleter<Object> {
        Completer(CountedCompleter<?> parent) {
            super(parent);
        }

        @Override
        public void compute() {
            tryComplete();
        }
    }

    static Completer pending() {
        Completer completer = new Completer(null);
        completer.setPendingCount(2);
        return completer;
    }

    static List<Callable<Object>> callables() {
        return List.of(() -> 1, () -> 2);
    }

    static ForkJoinPool poolDown() {
        ForkJoinPool pool = new ForkJoinPool(1);
        pool.shutdown();
        return pool;
    }

    static java.util.TimerTask timerTask() {
        return new java.util.TimerTask() {
            @Override
            public void run() {
            }
        };
    }

    static java.util.Timer timerDown() {
        java.util.Timer timer = new java.util.Timer(true);
        timer.cancel();
        return timer;
    }

    static ScheduledThreadPoolExecutor scheduledDown() {
        ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1);
        pool.shutdown();
        return pool;
    }

    static ExecutorService fixed() {
        return Executors.newFixedThreadPool(2);
    }

    static ExecutorService single() {
        return Executors.newSingleThreadExecutor();
    }

    static ExecutorService cached() {
        return Executors.newCachedThreadPool();
    }

    static ExecutorService fixedDown() {
        ExecutorService pool = fixed();
        pool.shutdown();
        return pool;
    }

    static ExecutorService singleDown() {
        ExecutorService pool = single();
        pool.shutdownNow();
        return pool;
    }
}
