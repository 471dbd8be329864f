import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;

/** Methods of the replaced classes of java.util.concurrent with arguments at the corners. */
public class ConcurrentArguments {
    interface Body { Object run() throws Exception; }

    static void show(String what, Body body) {
        String text;
        try {
            text = String.valueOf(body.run());
        } catch (Throwable e) {
            boolean plain = e instanceof NullPointerException || e instanceof IllegalMonitorStateException;
            text = (plain ? e.getClass().getName() : e.toString()) + (e.getCause() == null ? "" : " by " + e.getCause());
        }
        System.out.println(what + ": " + text + " " + Thread.interrupted());
    }

    /** As it is, and interrupted. */
    static void both(String what, Body body) {
        show(what, body);
        Thread.currentThread().interrupt();
        show(what + ", interrupted", body);
    }

    static final TimeUnit NONE = null;

    static void latch() {
        show("latch", () -> new CountDownLatch(-1));
        CountDownLatch open = new CountDownLatch(0), one = new CountDownLatch(1);
        both("await", () -> { open.await(); return "open"; });
        both("await timed", () -> open.await(1, TimeUnit.SECONDS));
        both("await none", () -> open.await(1, NONE));
        both("await now", () -> one.await(0, TimeUnit.SECONDS));
        both("await before", () -> one.await(-1, TimeUnit.SECONDS));
        one.countDown();
        one.countDown();
        System.out.println(one.getCount() + " " + open.toString().endsWith("[Count = 0]"));
    }

    static void semaphore() {
        Semaphore s = new Semaphore(2), fair = new Semaphore(-1, true);
        int[] counts = {-1, 0, 1, 2, 3};
        for (int n : counts) {
            both("tryAcquire " + n, () -> s.tryAcquire(n));
            both("timed " + n, () -> s.tryAcquire(n, 0, TimeUnit.SECONDS));
            both("timed, no unit " + n, () -> s.tryAcquire(n, 0, NONE));
            both("release " + n, () -> { s.release(n); return s.availablePermits(); });
            if (n <= s.availablePermits()) {
                both("acquire " + n, () -> { s.acquire(n); return s.availablePermits(); });
            }
            if (n <= s.availablePermits()) {
                show("uninterruptibly " + n, () -> { s.acquireUninterruptibly(n); return s.availablePermits(); });
            }
        }
        show("drain", s::drainPermits);
        show("fair", () -> fair.availablePermits() + " " + fair.isFair() + fair.tryAcquire() + fair.drainPermits());
        show("most", () -> { Semaphore most = new Semaphore(Integer.MAX_VALUE); most.release(); return most; });
        class Less extends Semaphore {
            Less() { super(Integer.MIN_VALUE); }
            void less(int n) { reducePermits(n); }
        }
        show("reduce", () -> { new Less().less(-1); return null; });
        show("least", () -> { new Less().less(1); return null; });
    }

    static void locks() {
        ReentrantLock lock = new ReentrantLock();
        Condition c = lock.newCondition();
        show("unlock", () -> { lock.unlock(); return null; });
        show("signal", () -> { c.signal(); return null; });
        show("await", () -> { c.await(); return null; });
        both("tryLock", () -> lock.tryLock() + " " + lock.getHoldCount());
        both("timed", () -> lock.tryLock(0, TimeUnit.SECONDS) + " " + lock.getHoldCount());
        both("timed, no unit", () -> lock.tryLock(0, NONE));
        both("interruptibly", () -> { lock.lockInterruptibly(); return lock.getHoldCount(); });
        both("await now", () -> c.await(0, TimeUnit.SECONDS));
        both("await, no unit", () -> c.await(0, NONE));
        both("awaitNanos", () -> c.awaitNanos(-5) <= 0);
        both("until", () -> c.awaitUntil(null));
        show("waiters", () -> lock.hasWaiters(null));
        show("waiters", () -> lock.hasWaiters(new ReentrantLock().newCondition()));
        show("waiters", () -> lock.getWaitQueueLength(c) + " " + lock.isLocked() + lock.isFair() + lock.isHeldByCurrentThread());
        ReentrantReadWriteLock rw = new ReentrantReadWriteLock(true);
        show("read", () -> { rw.readLock().unlock(); return null; });
        show("write", () -> { rw.writeLock().unlock(); return null; });
        both("read", () -> rw.readLock().tryLock(1, TimeUnit.SECONDS) + " " + rw.getReadHoldCount());
        both("read, no unit", () -> rw.readLock().tryLock(1, NONE));
        both("upgrade", () -> rw.writeLock().tryLock(0, TimeUnit.SECONDS));
        show("upgrade", () -> rw.writeLock().tryLock() + " " + rw.isWriteLocked() + rw.getReadLockCount());
        show("condition", () -> rw.readLock().newCondition());
    }

    static void futures() {
        show("null", () -> new FutureTask<>(null));
        show("null", () -> new FutureTask<>(null, 1));
        FutureTask<Integer> t = new FutureTask<>(() -> 1), fails = new FutureTask<>(() -> { throw new Exception("no"); });
        show("new", () -> t.isDone() + " " + t.isCancelled());
        both("timed", () -> t.get(0, TimeUnit.SECONDS));
        both("timed, no unit", () -> t.get(0, NONE));
        t.run();
        fails.run();
        t.run();
        both("get", t::get);
        both("get timed", () -> t.get(-1, TimeUnit.SECONDS));
        both("get none", () -> t.get(-1, NONE));
        both("fails", fails::get);
        show("cancel", () -> t.cancel(true) + " " + t.isCancelled() + fails.cancel(false));
        FutureTask<Integer> cancelled = new FutureTask<>(() -> 1);
        show("cancel", () -> cancelled.cancel(true) + " " + cancelled.isCancelled() + cancelled.isDone() + cancelled.cancel(true));
        cancelled.run();
        both("cancelled", cancelled::get);
        System.out.println(t.toString().endsWith("[Completed normally]") + " " + cancelled.toString().endsWith("[Cancelled]")
            + " " + fails.toString().endsWith("[Completed exceptionally: java.lang.Exception: no]"));
        FutureTask<Integer> fresh = new FutureTask<>(new Callable<>() {
            public Integer call() { return 1; }
            public String toString() { return "mine"; }
        });
        System.out.println(fresh.toString().endsWith("[Not completed, task = mine]"));
        both("exchange", () -> new Exchanger<Integer>().exchange(1, 0, TimeUnit.SECONDS));
        both("exchange, no unit", () -> new Exchanger<Integer>().exchange(1, 0, NONE));
    }

    static void pools() throws Exception {
        show("fixed", () -> Executors.newFixedThreadPool(0));
        show("fixed", () -> Executors.newFixedThreadPool(-1, Thread::new));
        show("fixed", () -> Executors.newFixedThreadPool(1, null));
        show("single", () -> Executors.newSingleThreadExecutor(null));
        show("cached", () -> Executors.newCachedThreadPool(null));
        ExecutorService[] all = {Executors.newFixedThreadPool(1), Executors.newSingleThreadExecutor(), Executors.newCachedThreadPool()};
        for (ExecutorService pool : all) {
            show("execute", () -> { pool.execute(null); return null; });
            show("submit", () -> pool.submit((Runnable) null));
            show("submit", () -> pool.submit((Callable<Integer>) null));
            show("invokeAll", () -> pool.invokeAll(null));
            show("invokeAny", () -> pool.invokeAny(new ArrayList<Callable<Integer>>()));
            both("await", () -> pool.awaitTermination(0, TimeUnit.SECONDS));
            both("await, no unit", () -> pool.awaitTermination(0, NONE));
            show("states", () -> pool.isShutdown() + " " + pool.isTerminated());
            pool.shutdown();
            both("await", () -> pool.awaitTermination(1, TimeUnit.SECONDS));
            show("states", () -> pool.isShutdown() + " " + pool.isTerminated() + pool.shutdownNow());
            show("rejected", () -> { try { pool.execute(() -> { }); return "ran"; } catch (RejectedExecutionException e) { return "rejected"; } });
            boolean known = pool.getClass() == ThreadPoolExecutor.class;
            System.out.println((pool instanceof ThreadPoolExecutor) + " " + known + (pool instanceof ScheduledExecutorService));
        }
    }

    static void forks() {
        show("pool", () -> new ForkJoinPool(0));
        show("pool", () -> new ForkJoinPool(32768));
        show("pool", () -> new ForkJoinPool(1, null, null, false));
        show("factory", () -> ForkJoinPool.defaultForkJoinWorkerThreadFactory != null);
        show("factory", () -> new ForkJoinPool(1, ForkJoinPool.defaultForkJoinWorkerThreadFactory, null, true).getFactory()
            == ForkJoinPool.defaultForkJoinWorkerThreadFactory);
        show("adapt", () -> ForkJoinTask.adapt((Runnable) null));
        show("adapt", () -> ForkJoinTask.adapt((Callable<Integer>) null));
        show("invokeAll", () -> { ForkJoinTask.invokeAll((ForkJoinTask<?>) null, null); return null; });
        show("block", () -> { ForkJoinPool.managedBlock(null); return null; });
        ForkJoinPool pool = new ForkJoinPool(1);
        show("execute", () -> { pool.execute((Runnable) null); return null; });
        show("submit", () -> pool.submit((Callable<Integer>) null));
        show("invoke", () -> pool.invoke((ForkJoinTask<Integer>) null));
        pool.shutdown();
        show("await", () -> pool.awaitTermination(1, TimeUnit.SECONDS));
        ForkJoinTask<Integer> task = ForkJoinTask.adapt(() -> 4);
        both("timed", () -> task.get(0, TimeUnit.SECONDS));
        show("states", () -> task.isDone() + " " + task.isCancelled() + task.isCompletedNormally() + task.getException());
        show("invoke", () -> task.invoke() + " " + task.isCompletedNormally() + task.cancel(true) + task.tryUnfork());
        both("get", task::get);
        task.reinitialize();
        show("again", () -> task.isDone() + " " + task.cancel(true) + task.isCancelled() + task.isCompletedAbnormally());
        show("cancelled", task::join);
        ForkJoinTask<Integer> wrong = ForkJoinTask.adapt(() -> { throw new IllegalStateException("no"); });
        wrong.quietlyInvoke();
        show("wrong", () -> wrong.isCompletedAbnormally() + " " + wrong.isCancelled() + wrong.getException());
        show("wrong", wrong::join);
        show("wrong", wrong::get);
    }

    public static void main(String[] args) throws Exception {
        latch();
        semaphore();
        locks();
        futures();
        pools();
        forks();
    }
}
