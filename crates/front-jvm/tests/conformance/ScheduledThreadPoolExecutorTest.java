import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Delayed;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

class ScheduledThreadPoolExecutorTest extends ExecutorServiceContract {
    static ScheduledThreadPoolExecutor one() { return new ScheduledThreadPoolExecutor(1); }
    ExecutorService make() { return one(); }

    @Test void sizeIsChecked() { raises(IllegalArgumentException.class, () -> new ScheduledThreadPoolExecutor(-1)); raises(NullPointerException.class, () -> new ScheduledThreadPoolExecutor(1, (java.util.concurrent.ThreadFactory) null)); }
    @Test void scheduleOfCallable() throws Exception { ScheduledThreadPoolExecutor e = one(); ScheduledFuture<Integer> f = e.schedule(() -> 1, 1, TimeUnit.MILLISECONDS); eq(1, f.get()); yes(f.isDone()); end(e); }
    @Test void scheduleOfRunnable() throws Exception { ScheduledThreadPoolExecutor e = one(); int[] x = new int[1]; ScheduledFuture<?> f = e.schedule(() -> { x[0] = 5; }, 1, TimeUnit.MILLISECONDS); eq(null, f.get()); eq(5, x[0]); end(e); }
    @Test void scheduleWithoutDelay() throws Exception { ScheduledThreadPoolExecutor e = one(); eq(1, e.schedule(() -> 1, 0, TimeUnit.DAYS).get()); eq(2, e.schedule(() -> 2, -1, TimeUnit.DAYS).get()); end(e); }
    @Test void nullsOfSchedule() throws Exception { ScheduledThreadPoolExecutor e = one(); raises(NullPointerException.class, () -> e.schedule((Runnable) null, 1, TimeUnit.SECONDS)); raises(NullPointerException.class, () -> e.schedule(() -> 1, 1, null)); raises(NullPointerException.class, () -> e.scheduleAtFixedRate(null, 1, 1, TimeUnit.SECONDS)); raises(NullPointerException.class, () -> e.scheduleWithFixedDelay(() -> { }, 1, 1, null)); end(e); }
    @Test void periodsArePositive() throws Exception { ScheduledThreadPoolExecutor e = one(); raises(IllegalArgumentException.class, () -> e.scheduleAtFixedRate(() -> { }, 1, 0, TimeUnit.SECONDS)); raises(IllegalArgumentException.class, () -> e.scheduleWithFixedDelay(() -> { }, 1, 0, TimeUnit.SECONDS)); end(e); }
    @Test void fixedDelayRepeats() throws Exception { ScheduledThreadPoolExecutor e = one(); CountDownLatch l = new CountDownLatch(2); ScheduledFuture<?> f = e.scheduleWithFixedDelay(l::countDown, 1, 1, TimeUnit.MILLISECONDS); l.await(); f.cancel(true); end(e); }
    @Test void fixedRateRepeats() throws Exception { ScheduledThreadPoolExecutor e = one(); CountDownLatch l = new CountDownLatch(2); ScheduledFuture<?> f = e.scheduleAtFixedRate(l::countDown, 1, 1, TimeUnit.MILLISECONDS); l.await(); f.cancel(false); yes(f.isCancelled()); end(e); }
    @Test void failureEndsRepeating() throws Exception { ScheduledThreadPoolExecutor e = one(); AtomicInteger n = new AtomicInteger(); ScheduledFuture<?> f = e.scheduleWithFixedDelay(() -> { n.incrementAndGet(); throw new IllegalStateException(); }, 0, 1, TimeUnit.MILLISECONDS); raises(java.util.concurrent.ExecutionException.class, f::get); eq(1, n.get()); end(e); }
    @Test void cancelBeforeItsTime() throws Exception { ScheduledThreadPoolExecutor e = one(); AtomicInteger n = new AtomicInteger(); ScheduledFuture<?> f = e.schedule(n::incrementAndGet, 100, TimeUnit.DAYS); if (f.cancel(false)) { yes(f.isCancelled()); raises(CancellationException.class, f::get); } e.shutdownNow(); end(e); }
    @Test void shutdownRefusesToSchedule() throws Exception { ScheduledThreadPoolExecutor e = one(); e.shutdown(); raises(RejectedExecutionException.class, () -> e.schedule(() -> 1, 1, TimeUnit.SECONDS)); end(e); }
    @Test void shutdownDropsPeriodic() throws Exception { ScheduledThreadPoolExecutor e = one(); e.scheduleWithFixedDelay(() -> { }, 1, 1, TimeUnit.DAYS); end(e); yes(e.isTerminated()); }
    @Test void shutdownKeepsDelayed() throws Exception { ScheduledThreadPoolExecutor e = one(); AtomicInteger n = new AtomicInteger(); e.schedule(n::incrementAndGet, 1, TimeUnit.MILLISECONDS); end(e); eq(1, n.get()); }
    @Test void shutdownDropsDelayedIfAsked() throws Exception { ScheduledThreadPoolExecutor e = one(); e.setExecuteExistingDelayedTasksAfterShutdownPolicy(false); no(e.getExecuteExistingDelayedTasksAfterShutdownPolicy()); e.schedule(() -> { }, 100, TimeUnit.DAYS); end(e); }
    @Test void policies() throws Exception { ScheduledThreadPoolExecutor e = one(); yes(e.getExecuteExistingDelayedTasksAfterShutdownPolicy()); no(e.getContinueExistingPeriodicTasksAfterShutdownPolicy()); no(e.getRemoveOnCancelPolicy()); e.setRemoveOnCancelPolicy(true); yes(e.getRemoveOnCancelPolicy()); e.setContinueExistingPeriodicTasksAfterShutdownPolicy(true); yes(e.getContinueExistingPeriodicTasksAfterShutdownPolicy()); end(e); }
    @Test void removeOnCancel() throws Exception { ScheduledThreadPoolExecutor e = one(); e.setRemoveOnCancelPolicy(true); ScheduledFuture<?> f = e.schedule(() -> { }, 100, TimeUnit.DAYS); if (f.cancel(false)) { eq(0, e.getQueue().size()); } end(e); }
    @Test void shutdownNowGivesWhatWaits() throws Exception { ScheduledThreadPoolExecutor e = new ScheduledThreadPoolExecutor(0); e.schedule(() -> { }, 100, TimeUnit.DAYS); java.util.List<Runnable> left = e.shutdownNow(); yes(left.size() <= 1); end(e); }
    @Test void delayIsKnown() throws Exception { ScheduledThreadPoolExecutor e = one(); ScheduledFuture<?> f = e.schedule(() -> { }, 0, TimeUnit.SECONDS); yes(f.getDelay(TimeUnit.SECONDS) <= 0); f.get(); end(e); }
    @Test void earlierComesFirst() throws Exception { ScheduledThreadPoolExecutor e = one(); ScheduledFuture<?> f = e.schedule(() -> { }, 10, TimeUnit.SECONDS), g = e.schedule(() -> { }, 20, TimeUnit.SECONDS); yes(f.compareTo((Delayed) g) < 0); yes(g.compareTo(f) > 0); eq(0, f.compareTo(f)); e.shutdownNow(); end(e); }
    @Test void executeRunsAtOnce() throws Exception { ScheduledThreadPoolExecutor e = one(); CountDownLatch l = new CountDownLatch(1); e.execute(l::countDown); l.await(); end(e); }
}
