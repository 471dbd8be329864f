import java.util.Date;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

class TimerTest extends T {
    static TimerTask task(Runnable body) { return new TimerTask() { @Override public void run() { body.run(); } }; }

    @Test void scheduleRuns() throws Exception { Timer t = new Timer(true); CountDownLatch l = new CountDownLatch(1); t.schedule(task(l::countDown), 1); l.await(); t.cancel(); }
    @Test void scheduleWithoutDelay() throws Exception { Timer t = new Timer(true); CountDownLatch l = new CountDownLatch(1); t.schedule(task(l::countDown), 0); l.await(); t.cancel(); }
    @Test void scheduleAtADate() throws Exception { Timer t = new Timer(true); CountDownLatch l = new CountDownLatch(1); t.schedule(task(l::countDown), new Date(0)); l.await(); t.cancel(); }
    @Test void delaysAreChecked() { Timer t = new Timer(true); raises(IllegalArgumentException.class, () -> t.schedule(task(() -> { }), -1)); raises(IllegalArgumentException.class, () -> t.schedule(task(() -> { }), new Date(-1))); raises(IllegalArgumentException.class, () -> t.schedule(task(() -> { }), -1, 1)); }
    @Test void periodsArePositive() { Timer t = new Timer(true); raises(IllegalArgumentException.class, () -> t.schedule(task(() -> { }), 1, 0)); raises(IllegalArgumentException.class, () -> t.scheduleAtFixedRate(task(() -> { }), 1, 0)); raises(IllegalArgumentException.class, () -> t.scheduleAtFixedRate(task(() -> { }), 1, -1)); }
    @Test void nullsRaise() { Timer t = new Timer(true); raises(NullPointerException.class, () -> t.schedule(null, 1)); raises(NullPointerException.class, () -> t.schedule(task(() -> { }), (Date) null)); raises(NullPointerException.class, () -> new Timer((String) null)); }
    @Test void scheduleTwiceRaises() { Timer t = new Timer(true); TimerTask k = task(() -> { }); t.schedule(k, 1); raises(IllegalStateException.class, () -> t.schedule(k, 1)); }
    @Test void cancelledTimerRefuses() { Timer t = new Timer(true); t.cancel(); raises(IllegalStateException.class, () -> t.schedule(task(() -> { }), 1)); }
    @Test void cancelTwice() { Timer t = new Timer(true); t.cancel(); t.cancel(); }
    @Test void cancelledTaskRefuses() { Timer t = new Timer(true); TimerTask k = task(() -> { }); k.cancel(); raises(IllegalStateException.class, () -> t.schedule(k, 1)); }
    @Test void cancelOfUnscheduledIsFalse() { no(task(() -> { }).cancel()); }
    @Test void cancelOfScheduledIsTrueOnce() { Timer t = new Timer(true); TimerTask k = task(() -> { }); t.schedule(k, 1, 1000000); yes(k.cancel()); no(k.cancel()); }
    @Test void cancelOfRunIsFalse() throws Exception { Timer t = new Timer(true); CountDownLatch l = new CountDownLatch(1); TimerTask k = task(l::countDown); t.schedule(k, 1); l.await(); no(k.cancel()); }
    @Test void repeats() throws Exception { Timer t = new Timer(true); CountDownLatch l = new CountDownLatch(2); t.schedule(task(l::countDown), 1, 1); l.await(); t.cancel(); }
    @Test void repeatsAtFixedRate() throws Exception { Timer t = new Timer(true); CountDownLatch l = new CountDownLatch(2); t.scheduleAtFixedRate(task(l::countDown), 1, 1); l.await(); t.cancel(); }
    @Test void taskCancelsItself() throws Exception { Timer t = new Timer(true); AtomicInteger n = new AtomicInteger(); CountDownLatch l = new CountDownLatch(1); t.schedule(new TimerTask() { @Override public void run() { n.incrementAndGet(); cancel(); l.countDown(); } }, 1, 1); l.await(); eq(1, n.get()); t.cancel(); }
    @Test void taskCancelsItsTimer() throws Exception { Timer t = new Timer(true); CountDownLatch l = new CountDownLatch(1); t.schedule(task(() -> { t.cancel(); l.countDown(); }), 1); l.await(); raises(IllegalStateException.class, () -> t.schedule(task(() -> { }), 1)); }
    @Test void purgeCountsCancelled() { Timer t = new Timer(true); eq(0, t.purge()); TimerTask k = task(() -> { }); t.schedule(k, 1000000, 1000000); k.cancel(); yes(t.purge() <= 1); }
    @Test void twoTasksInOneThread() throws Exception { Timer t = new Timer(true); int[] x = new int[1]; CountDownLatch l = new CountDownLatch(2); TimerTask a = task(() -> { x[0]++; l.countDown(); }), b = task(() -> { x[0]++; l.countDown(); }); t.schedule(a, 1); t.schedule(b, 1); l.await(); eq(2, x[0]); t.cancel(); }
    @Test void namedTimer() throws Exception { Timer t = new Timer("n", true); CountDownLatch l = new CountDownLatch(1); t.schedule(task(() -> { if (Thread.currentThread().getName().equals("n") && Thread.currentThread().isDaemon()) { l.countDown(); } }), 1); l.await(); t.cancel(); }
    @Test void blocksIfCancelledBefore() throws Exception { Timer t = new Timer(true); CountDownLatch l = new CountDownLatch(1); TimerTask k = task(l::countDown); t.schedule(k, 1000000000); t.cancel(); k.cancel(); l.await(); }
    @Test void scheduledTimeIsKnown() throws Exception { Timer t = new Timer(true); CountDownLatch l = new CountDownLatch(1); TimerTask k = task(l::countDown); t.schedule(k, new Date(5)); eq(5, k.scheduledExecutionTime()); l.await(); t.cancel(); }
}
