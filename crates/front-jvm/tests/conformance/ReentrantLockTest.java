import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

class ReentrantLockTest extends ConditionContract {
    Lock make() { return new ReentrantLock(); }

    /** A lock that shows what is protected. */
    static class Open extends ReentrantLock {
        Thread owner() { return getOwner(); }
        int waiters(Condition c) { return getWaitingThreads(c).size(); }
        boolean isQueued(Thread t) { return getQueuedThreads().contains(t); }
    }

    @Test void isReentrant() { ReentrantLock l = new ReentrantLock(); l.lock(); l.lock(); yes(l.tryLock()); eq(3, l.getHoldCount()); l.unlock(); l.unlock(); yes(l.isLocked()); l.unlock(); no(l.isLocked()); }
    @Test void unlockOfOthersRaises() throws Exception { ReentrantLock l = new ReentrantLock(); l.lock(); Thread t = go(() -> raises(IllegalMonitorStateException.class, l::unlock)); t.join(); l.unlock(); }
    @Test void holdCountIsOwn() throws Exception { ReentrantLock l = new ReentrantLock(); eq(0, l.getHoldCount()); l.lock(); Thread t = go(() -> { eq(0, l.getHoldCount()); no(l.isHeldByCurrentThread()); yes(l.isLocked()); }); t.join(); yes(l.isHeldByCurrentThread()); l.unlock(); no(l.isHeldByCurrentThread()); }
    @Test void isFairAsMade() { no(new ReentrantLock().isFair()); yes(new ReentrantLock(true).isFair()); no(new ReentrantLock(false).isFair()); }
    @Test void fairOneExcludes() throws Exception { ReentrantLock l = new ReentrantLock(true); int[] x = new int[1]; Thread t = go(() -> { l.lock(); x[0]++; l.unlock(); }); l.lock(); x[0]++; l.unlock(); t.join(); eq(2, x[0]); }
    @Test void ownerIsKnown() throws Exception { Open l = new Open(); eq(null, l.owner()); l.lock(); same(Thread.currentThread(), l.owner()); Thread me = Thread.currentThread(); Thread t = go(() -> same(me, l.owner())); t.join(); l.unlock(); eq(null, l.owner()); }
    @Test void queueIsKnown() throws Exception { Open l = new Open(); no(l.hasQueuedThreads()); eq(0, l.getQueueLength()); l.lock(); Thread t = go(() -> { l.lock(); l.unlock(); }); until(l::hasQueuedThreads); eq(1, l.getQueueLength()); yes(l.hasQueuedThread(t)); no(l.hasQueuedThread(Thread.currentThread())); yes(l.isQueued(t)); l.unlock(); t.join(); no(l.hasQueuedThreads()); }
    @Test void queuedThreadOfNullRaises() { raises(NullPointerException.class, () -> new ReentrantLock().hasQueuedThread(null)); }
    @Test void waitersAreKnown() throws Exception { Open l = new Open(); Condition c = l.newCondition(); boolean[] ready = new boolean[1]; Thread t = go(() -> { l.lock(); while (!ready[0]) { c.await(); } l.unlock(); }); until(() -> { l.lock(); boolean is = l.hasWaiters(c); if (is) { eq(1, l.getWaitQueueLength(c)); eq(1, l.waiters(c)); ready[0] = true; c.signal(); no(l.hasWaiters(c)); } l.unlock(); return is; }); t.join(); }
    @Test void waitersOfNoneAreZero() { ReentrantLock l = new ReentrantLock(); Condition c = l.newCondition(); l.lock(); no(l.hasWaiters(c)); eq(0, l.getWaitQueueLength(c)); l.unlock(); }
    @Test void waitersNeedTheLock() { ReentrantLock l = new ReentrantLock(); Condition c = l.newCondition(); raises(IllegalMonitorStateException.class, () -> l.hasWaiters(c)); raises(IllegalMonitorStateException.class, () -> l.getWaitQueueLength(c)); }
    @Test void waitersOfOthersRaise() { ReentrantLock l = new ReentrantLock(); l.lock(); raises(IllegalArgumentException.class, () -> l.hasWaiters(new ReentrantLock().newCondition())); raises(NullPointerException.class, () -> l.hasWaiters(null)); }
    @Test void awaitGivesAllHoldsAway() throws Exception { ReentrantLock l = new ReentrantLock(); Condition c = l.newCondition(); boolean[] ready = new boolean[1]; Thread t = go(() -> { l.lock(); l.lock(); while (!ready[0]) { c.await(); } eq(2, l.getHoldCount()); l.unlock(); l.unlock(); }); l.lock(); ready[0] = true; c.signal(); l.unlock(); t.join(); }
    @Test void toStringNamesTheOwner() { ReentrantLock l = new ReentrantLock(); yes(l.toString().endsWith("[Unlocked]")); }
    @Test void unlockAfterAwaitInterrupted() throws Exception { ReentrantLock l = new ReentrantLock(); Condition c = l.newCondition(); Thread t = go(() -> { l.lock(); raises(InterruptedException.class, c::await); yes(l.isHeldByCurrentThread()); l.unlock(); }); t.interrupt(); t.join(); no(l.isLocked()); }
}
