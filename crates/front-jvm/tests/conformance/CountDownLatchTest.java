import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

class CountDownLatchTest extends T {
    @Test void beginsWithACount() { eq(3, new CountDownLatch(3).getCount()); eq(0, new CountDownLatch(0).getCount()); }
    @Test void negativeCountRaises() { raises(IllegalArgumentException.class, () -> new CountDownLatch(-1)); }
    @Test void countDownTakesOne() { CountDownLatch l = new CountDownLatch(2); l.countDown(); eq(1, l.getCount()); l.countDown(); eq(0, l.getCount()); }
    @Test void countDownStopsAtZero() { CountDownLatch l = new CountDownLatch(0); l.countDown(); eq(0, l.getCount()); }
    @Test void awaitOfZero() throws Exception { new CountDownLatch(0).await(); yes(new CountDownLatch(0).await(1, TimeUnit.SECONDS)); yes(new CountDownLatch(0).await(0, TimeUnit.SECONDS)); }
    @Test void blocksInAwait() throws Exception { new CountDownLatch(1).await(); }
    @Test void blocksInAwaitOfOneMore() throws Exception { CountDownLatch l = new CountDownLatch(2); Thread t = go(l::countDown); t.join(); l.await(); }
    @Test void timedAwaitEnds() throws Exception { no(new CountDownLatch(1).await(1, TimeUnit.MILLISECONDS)); no(new CountDownLatch(1).await(0, TimeUnit.MILLISECONDS)); no(new CountDownLatch(1).await(-1, TimeUnit.MILLISECONDS)); }
    @Test void timedAwaitNeedsAUnit() { raises(NullPointerException.class, () -> new CountDownLatch(0).await(1, null)); }
    @Test void awaitWaits() throws Exception { CountDownLatch l = new CountDownLatch(1); int[] x = new int[1]; Thread t = go(() -> { x[0] = 5; l.countDown(); }); l.await(); eq(5, x[0]); t.join(); }
    @Test void awaitWaitsForTwo() throws Exception { CountDownLatch l = new CountDownLatch(2); int[] x = new int[2]; Thread t = go(() -> { x[0] = 1; l.countDown(); }), u = go(() -> { x[1] = 2; l.countDown(); }); l.await(); eq(3, x[0] + x[1]); t.join(); u.join(); }
    @Test void twoAwait() throws Exception { CountDownLatch l = new CountDownLatch(1); Thread t = go(() -> l.await()), u = go(() -> l.await()); l.countDown(); t.join(); u.join(); }
    @Test void awaitIsInterrupted() throws Exception { CountDownLatch l = new CountDownLatch(1); interrupted(() -> l.await()); eq(1, l.getCount()); }
    @Test void awaitIsInterruptedBefore() { interruptedBefore(() -> new CountDownLatch(1).await()); interruptedBefore(() -> new CountDownLatch(1).await(1, TimeUnit.SECONDS)); }
    @Test void openLatchIsInterruptedBefore() { interruptedBefore(() -> new CountDownLatch(0).await()); }
    @Test void timedAwaitIsInterruptedOrEnds() throws Exception { CountDownLatch l = new CountDownLatch(1); Thread t = go(() -> { try { no(l.await(1, TimeUnit.SECONDS)); } catch (InterruptedException e) { no(Thread.interrupted()); } }); t.interrupt(); t.join(); }
    @Test void timedAwaitOpensOrNot() throws Exception { CountDownLatch l = new CountDownLatch(1); int[] x = new int[1]; Thread t = go(() -> { x[0] = 5; l.countDown(); }); if (l.await(1, TimeUnit.SECONDS)) { eq(5, x[0]); } t.join(); }
    @Test void staysOpen() throws Exception { CountDownLatch l = new CountDownLatch(1); l.countDown(); l.await(); l.await(); }
    @Test void startAndDone() throws Exception { CountDownLatch start = new CountDownLatch(1), done = new CountDownLatch(2); int[] x = new int[2]; go(() -> { start.await(); x[0] = 1; done.countDown(); }); go(() -> { start.await(); x[1] = 1; done.countDown(); }); start.countDown(); done.await(); eq(2, x[0] + x[1]); }
    @Test void toStringHasTheCount() { yes(new CountDownLatch(3).toString().endsWith("[Count = 3]")); }
    @Test void countSeenByOthers() throws Exception { CountDownLatch l = new CountDownLatch(2); Thread t = go(l::countDown); long c = l.getCount(); yes(c == 1 || c == 2); t.join(); eq(1, l.getCount()); }
}
