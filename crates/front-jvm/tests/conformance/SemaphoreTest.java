import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

class SemaphoreTest extends T {
    static class Open extends Semaphore {
        Open(int n) { super(n); }
        void reduce(int n) { reducePermits(n); }
        int queued() { return getQueuedThreads().size(); }
    }

    @Test void beginsWithPermits() { eq(2, new Semaphore(2).availablePermits()); eq(-1, new Semaphore(-1).availablePermits()); }
    @Test void isFairAsMade() { no(new Semaphore(1).isFair()); yes(new Semaphore(1, true).isFair()); }
    @Test void acquireTakesOne() throws Exception { Semaphore s = new Semaphore(2); s.acquire(); eq(1, s.availablePermits()); s.acquire(1); eq(0, s.availablePermits()); }
    @Test void acquireTakesMany() throws Exception { Semaphore s = new Semaphore(3); s.acquire(2); eq(1, s.availablePermits()); s.acquire(0); eq(1, s.availablePermits()); }
    @Test void releaseGivesOne() { Semaphore s = new Semaphore(0); s.release(); eq(1, s.availablePermits()); s.release(2); eq(3, s.availablePermits()); s.release(0); eq(3, s.availablePermits()); }
    @Test void negativeNumbersRaise() { Semaphore s = new Semaphore(1); raises(IllegalArgumentException.class, () -> s.acquire(-1)); raises(IllegalArgumentException.class, () -> s.release(-1)); raises(IllegalArgumentException.class, () -> s.tryAcquire(-1)); raises(IllegalArgumentException.class, () -> s.acquireUninterruptibly(-1)); raises(IllegalArgumentException.class, () -> s.tryAcquire(-1, 1, TimeUnit.SECONDS)); }
    @Test void tryAcquireTakesOrNot() { Semaphore s = new Semaphore(1); yes(s.tryAcquire()); no(s.tryAcquire()); eq(0, s.availablePermits()); }
    @Test void tryAcquireOfMany() { Semaphore s = new Semaphore(2); no(s.tryAcquire(3)); eq(2, s.availablePermits()); yes(s.tryAcquire(2)); }
    @Test void timedTryAcquire() throws Exception { Semaphore s = new Semaphore(1); yes(s.tryAcquire(1, TimeUnit.SECONDS)); no(s.tryAcquire(1, TimeUnit.MILLISECONDS)); no(s.tryAcquire(0, TimeUnit.MILLISECONDS)); no(s.tryAcquire(2, 1, TimeUnit.MILLISECONDS)); }
    @Test void blocksInAcquire() throws Exception { new Semaphore(0).acquire(); }
    @Test void blocksInAcquireOfMany() throws Exception { new Semaphore(1).acquire(2); }
    @Test void blocksInAcquireUninterruptibly() { new Semaphore(0).acquireUninterruptibly(); }
    @Test void blocksInAcquireOfFair() throws Exception { new Semaphore(0, true).acquire(); }
    @Test void acquireWaitsForRelease() throws Exception { Semaphore s = new Semaphore(0); int[] x = new int[1]; Thread t = go(() -> { s.acquire(); eq(5, x[0]); }); x[0] = 5; s.release(); t.join(); eq(0, s.availablePermits()); }
    @Test void acquireOfManyWaits() throws Exception { Semaphore s = new Semaphore(0); Thread t = go(() -> s.acquire(2)); s.release(); s.release(); t.join(); eq(0, s.availablePermits()); }
    @Test void fairOneHandsOver() throws Exception { Semaphore s = new Semaphore(0, true); Thread t = go(() -> s.acquire()), u = go(() -> s.acquire()); s.release(2); t.join(); u.join(); eq(0, s.availablePermits()); }
    @Test void acquireIsInterrupted() throws Exception { Semaphore s = new Semaphore(0); interrupted(s::acquire); eq(0, s.availablePermits()); }
    @Test void acquireOfManyIsInterrupted() throws Exception { Semaphore s = new Semaphore(1); interrupted(() -> s.acquire(2)); eq(1, s.availablePermits()); }
    @Test void acquireIsInterruptedBefore() { interruptedBefore(() -> new Semaphore(1).acquire()); interruptedBefore(() -> new Semaphore(1).tryAcquire(1, TimeUnit.SECONDS)); }
    @Test void acquireUninterruptiblyIsNot() throws Exception { Semaphore s = new Semaphore(0); Thread t = go(() -> { s.acquireUninterruptibly(); yes(Thread.interrupted()); }); t.interrupt(); s.release(); t.join(); }
    @Test void drainTakesAll() { Semaphore s = new Semaphore(3); eq(3, s.drainPermits()); eq(0, s.availablePermits()); eq(0, s.drainPermits()); }
    @Test void drainOfNegative() { Semaphore s = new Semaphore(-2); eq(-2, s.drainPermits()); eq(0, s.availablePermits()); }
    @Test void reduceTakesAway() { Open s = new Open(1); s.reduce(3); eq(-2, s.availablePermits()); raises(IllegalArgumentException.class, () -> s.reduce(-1)); }
    @Test void releaseWithoutAcquire() { Semaphore s = new Semaphore(1); s.release(); eq(2, s.availablePermits()); }
    @Test void tooManyPermitsRaise() { Semaphore s = new Semaphore(Integer.MAX_VALUE); raises(Error.class, s::release); }
    @Test void queueIsKnown() throws Exception { Open s = new Open(0); no(s.hasQueuedThreads()); eq(0, s.getQueueLength()); Thread t = go(() -> s.acquire()); until(s::hasQueuedThreads); eq(1, s.getQueueLength()); eq(1, s.queued()); s.release(); t.join(); no(s.hasQueuedThreads()); eq(0, s.getQueueLength()); }
    @Test void mutex() throws Exception { Semaphore s = new Semaphore(1); int[] x = new int[1]; Thread t = go(() -> { s.acquire(); x[0]++; s.release(); }); s.acquire(); x[0]++; s.release(); t.join(); eq(2, x[0]); }
    @Test void otherThreadMayRelease() throws Exception { Semaphore s = new Semaphore(1); s.acquire(); Thread t = go(() -> s.release()); s.acquire(); t.join(); }
    @Test void oneOfTwoTryAcquiresWins() throws Exception { Semaphore s = new Semaphore(1); boolean[] won = new boolean[1]; Thread t = go(() -> won[0] = s.tryAcquire()); boolean mine = s.tryAcquire(); t.join(); yes(mine != won[0]); }
    @Test void toStringHasPermits() { yes(new Semaphore(3).toString().endsWith("[Permits = 3]")); }
}
