import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

class CyclicBarrierTest extends T {
    @Test void partiesArePositive() { raises(IllegalArgumentException.class, () -> new CyclicBarrier(0)); raises(IllegalArgumentException.class, () -> new CyclicBarrier(-1, null)); }
    @Test void partiesAreKnown() { CyclicBarrier b = new CyclicBarrier(2); eq(2, b.getParties()); eq(0, b.getNumberWaiting()); no(b.isBroken()); }
    @Test void oneAlone() throws Exception { CyclicBarrier b = new CyclicBarrier(1); eq(0, b.await()); eq(0, b.await()); }
    @Test void oneAloneInTime() throws Exception { eq(0, new CyclicBarrier(1).await(1, TimeUnit.SECONDS)); }
    @Test void actionRuns() throws Exception { int[] x = new int[1]; CyclicBarrier b = new CyclicBarrier(1, () -> x[0]++); b.await(); eq(1, x[0]); b.await(); eq(2, x[0]); }
    @Test void actionThatThrowsBreaks() { CyclicBarrier b = new CyclicBarrier(1, () -> { throw new IllegalStateException(); }); raises(IllegalStateException.class, b::await); yes(b.isBroken()); raises(BrokenBarrierException.class, b::await); }
    @Test void blocksInAwait() throws Exception { new CyclicBarrier(2).await(); }
    @Test void twoMeet() throws Exception { CyclicBarrier b = new CyclicBarrier(2); int[] x = new int[2]; Thread t = go(() -> { x[0] = 1; b.await(); eq(2, x[1]); }); x[1] = 2; b.await(); eq(1, x[0]); t.join(); }
    @Test void arrivalsAreNumbered() throws Exception { CyclicBarrier b = new CyclicBarrier(2); int[] i = new int[1]; Thread t = go(() -> i[0] = b.await()); int mine = b.await(); t.join(); eq(1, mine + i[0]); yes(mine == 0 || mine == 1); }
    @Test void twoMeetTwice() throws Exception { CyclicBarrier b = new CyclicBarrier(2); int[] x = new int[1]; Thread t = go(() -> { x[0] = 1; b.await(); b.await(); eq(2, x[0]); }); b.await(); eq(1, x[0]); x[0] = 2; b.await(); t.join(); }
    @Test void actionRunsBeforeOthersGoOn() throws Exception { int[] x = new int[1]; CyclicBarrier b = new CyclicBarrier(2, () -> x[0]++); Thread t = go(() -> { b.await(); eq(1, x[0]); }); b.await(); eq(1, x[0]); t.join(); }
    @Test void interruptBreaks() throws Exception { CyclicBarrier b = new CyclicBarrier(2); Thread t = go(() -> raises(InterruptedException.class, b::await)); t.interrupt(); t.join(); yes(b.isBroken()); raises(BrokenBarrierException.class, b::await); }
    @Test void interruptedBeforeBreaks() { CyclicBarrier b = new CyclicBarrier(2); interruptedBefore(b::await); yes(b.isBroken()); }
    @Test void timeBreaks() { CyclicBarrier b = new CyclicBarrier(2); raises(TimeoutException.class, () -> b.await(1, TimeUnit.MILLISECONDS)); yes(b.isBroken()); raises(BrokenBarrierException.class, () -> b.await(1, TimeUnit.MILLISECONDS)); }
    @Test void noTimeBreaks() { CyclicBarrier b = new CyclicBarrier(2); raises(TimeoutException.class, () -> b.await(0, TimeUnit.MILLISECONDS)); yes(b.isBroken()); }
    @Test void otherIsToldOfTheBreak() throws Exception { CyclicBarrier b = new CyclicBarrier(3); Thread t = go(() -> raises(BrokenBarrierException.class, b::await)); until(() -> b.getNumberWaiting() == 1); interruptedBefore(b::await); t.join(); yes(b.isBroken()); }
    @Test void resetOfNobody() throws Exception { CyclicBarrier b = new CyclicBarrier(2); b.reset(); no(b.isBroken()); eq(0, b.getNumberWaiting()); }
    @Test void resetMendsIt() throws Exception { CyclicBarrier b = new CyclicBarrier(1, null); raises(NullPointerException.class, () -> b.await(1, null)); b.reset(); no(b.isBroken()); eq(0, b.await()); }
    @Test void resetAfterBreak() { CyclicBarrier b = new CyclicBarrier(2); raises(TimeoutException.class, () -> b.await(0, TimeUnit.DAYS)); b.reset(); no(b.isBroken()); }
    @Test void resetWakesWithBreak() throws Exception { CyclicBarrier b = new CyclicBarrier(2); Thread t = go(() -> raises(BrokenBarrierException.class, b::await)); until(() -> b.getNumberWaiting() == 1); b.reset(); t.join(); no(b.isBroken()); }
    @Test void waitersAreCounted() throws Exception { CyclicBarrier b = new CyclicBarrier(2); Thread t = go(() -> b.await()); until(() -> b.getNumberWaiting() == 1); b.await(); t.join(); eq(0, b.getNumberWaiting()); }
    @Test void lastOneNeverTimesOut() throws Exception { CyclicBarrier b = new CyclicBarrier(2); Thread t = go(() -> b.await()); until(() -> b.getNumberWaiting() == 1); eq(0, b.await(1, TimeUnit.NANOSECONDS)); t.join(); }
    @Test void threeMeet() throws Exception { CyclicBarrier b = new CyclicBarrier(3); AtomicInteger n = new AtomicInteger(); Body meet = () -> { n.incrementAndGet(); b.await(); eq(3, n.get()); }; Thread t = go(meet), u = go(meet); n.incrementAndGet(); b.await(); eq(3, n.get()); t.join(); u.join(); }
}
