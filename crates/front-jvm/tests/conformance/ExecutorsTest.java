import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

class ExecutorsTest extends ExecutorServiceContract {
    ExecutorService make() { return Executors.newFixedThreadPool(2); }

    @Test void sizesAreChecked() { raises(IllegalArgumentException.class, () -> Executors.newFixedThreadPool(0)); raises(IllegalArgumentException.class, () -> Executors.newScheduledThreadPool(-1)); raises(NullPointerException.class, () -> Executors.newFixedThreadPool(1, null)); raises(NullPointerException.class, () -> Executors.newCachedThreadPool(null)); }
    @Test void singleThread() throws Exception { ExecutorService e = Executors.newSingleThreadExecutor(); Thread a = e.submit(Thread::currentThread).get(), b = e.submit(Thread::currentThread).get(); same(a, b); end(e); }
    @Test void singleThreadIsNotConfigurable() throws Exception { ExecutorService e = Executors.newSingleThreadExecutor(); no(e instanceof ThreadPoolExecutor); end(e); }
    @Test void cachedThreads() throws Exception { ExecutorService e = Executors.newCachedThreadPool(); eq(3, e.submit(() -> 1).get() + e.submit(() -> 2).get()); end(e); }
    @Test void factoryIsUsed() throws Exception { AtomicInteger n = new AtomicInteger(); ExecutorService e = Executors.newFixedThreadPool(1, r -> { n.incrementAndGet(); return new Thread(r); }); e.submit(() -> 1).get(); eq(1, n.get()); end(e); }
    @Test void singleOrdersTasks() throws Exception { ExecutorService e = Executors.newSingleThreadExecutor(); int[] x = {1}; e.execute(() -> x[0] *= 3); e.execute(() -> x[0] += 1); end(e); eq(4, x[0]); }
    @Test void scheduledRuns() throws Exception { ScheduledExecutorService e = Executors.newSingleThreadScheduledExecutor(); eq(1, e.schedule(() -> 1, 1, TimeUnit.MILLISECONDS).get()); end(e); }
    @Test void workStealingRuns() throws Exception { ExecutorService e = Executors.newWorkStealingPool(2); eq(1, e.submit(() -> 1).get()); end(e); }
    @Test void callableOfRunnable() throws Exception { int[] x = new int[1]; Callable<String> c = Executors.callable(() -> x[0]++, "r"); eq("r", c.call()); eq(1, x[0]); eq(null, Executors.callable(() -> { }).call()); raises(NullPointerException.class, () -> Executors.callable((Runnable) null)); }
    @Test void defaultFactoryMakesThreads() throws Exception { ThreadFactory f = Executors.defaultThreadFactory(); int[] x = new int[1]; Thread t = f.newThread(() -> x[0] = 5); no(t.isDaemon()); eq(Thread.NORM_PRIORITY, t.getPriority()); t.start(); t.join(); eq(5, x[0]); }
    @Test void defaultFactoryNamesThreads() { ThreadFactory f = Executors.defaultThreadFactory(); yes(f.newThread(() -> { }).getName().endsWith("thread-1")); yes(f.newThread(() -> { }).getName().endsWith("thread-2")); }
    @Test void unconfigurable() throws Exception { ExecutorService e = Executors.unconfigurableExecutorService(Executors.newFixedThreadPool(1)); no(e instanceof ThreadPoolExecutor); eq(1, e.submit(() -> 1).get()); end(e); raises(NullPointerException.class, () -> Executors.unconfigurableExecutorService(null)); }
    @Test void fixedPoolIsAThreadPoolExecutor() throws Exception { ThreadPoolExecutor p = (ThreadPoolExecutor) Executors.newFixedThreadPool(2); eq(2, p.getCorePoolSize()); eq(2, p.getMaximumPoolSize()); p.submit(() -> 1).get(); eq(1, p.getPoolSize()); end(p); }
    @Test void twoAtOnce() throws Exception { ExecutorService e = Executors.newFixedThreadPool(2); java.util.concurrent.CyclicBarrier b = new java.util.concurrent.CyclicBarrier(2); Future<?> f = e.submit(() -> b.await()), g = e.submit(() -> b.await()); f.get(); g.get(); end(e); }
    @Test void activeCountOfFixed() throws Exception { ThreadPoolExecutor p = (ThreadPoolExecutor) Executors.newFixedThreadPool(1); eq(0, p.getActiveCount()); java.util.concurrent.CountDownLatch a = ThreadPoolExecutorTest.block(p); eq(1, p.getActiveCount()); p.execute(() -> { }); eq(1, p.getQueue().size()); a.countDown(); end(p); eq(2, p.getCompletedTaskCount()); }
}
