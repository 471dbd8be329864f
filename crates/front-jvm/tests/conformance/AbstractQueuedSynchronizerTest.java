import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

class AbstractQueuedSynchronizerTest extends ConditionContract {
    static class Sync extends AbstractQueuedSynchronizer {
        @Override protected boolean tryAcquire(int n) { if (compareAndSetState(0, 1)) { setExclusiveOwnerThread(Thread.currentThread()); return true; } return false; }
        @Override protected boolean tryRelease(int n) { if (!isHeldExclusively()) { throw new IllegalMonitorStateException(); } setExclusiveOwnerThread(null); setState(0); return true; }
        @Override protected boolean isHeldExclusively() { return getState() == 1 && getExclusiveOwnerThread() == Thread.currentThread(); }
        boolean isLocked() { return getState() != 0; }
    }

    /** A lock in the manner of the class's documentation. */
    static class Mutex implements Lock {
        final Sync sync = new Sync();
        public void lock() { sync.acquire(1); }
        public boolean tryLock() { return sync.tryAcquire(1); }
        public void unlock() { sync.release(1); }
        public Condition newCondition() { return sync.new ConditionObject(); }
        public void lockInterruptibly() throws InterruptedException { sync.acquireInterruptibly(1); }
        public boolean tryLock(long time, TimeUnit unit) throws InterruptedException { return sync.tryAcquireNanos(1, unit.toNanos(time)); }
    }

    static class Latch extends AbstractQueuedSynchronizer {
        @Override protected int tryAcquireShared(int n) { return getState() != 0 ? 1 : -1; }
        @Override protected boolean tryReleaseShared(int n) { setState(1); return true; }
    }

    Lock make() { return new Mutex(); }

    @Test void latchOpens() throws Exception { Latch l = new Latch(); Thread t = go(() -> l.acquireShared(1)); l.releaseShared(1); t.join(); }
    @Test void latchOpensForTwo() throws Exception { Latch l = new Latch(); Thread t = go(() -> l.acquireShared(1)), u = go(() -> l.acquireSharedInterruptibly(1)); l.releaseShared(1); t.join(); u.join(); }
    @Test void blocksInClosedLatch() { new Latch().acquireShared(1); }
    @Test void closedLatchIsInterrupted() throws Exception { Latch l = new Latch(); interrupted(() -> l.acquireSharedInterruptibly(1)); }
    @Test void closedLatchEndsInTime() throws Exception { no(new Latch().tryAcquireSharedNanos(1, 1000)); }
    @Test void openLatchLetsPass() throws Exception { Latch l = new Latch(); l.releaseShared(1); yes(l.tryAcquireSharedNanos(1, 0)); l.acquireShared(1); }
    @Test void queueIsKnown() throws Exception { Mutex m = new Mutex(); no(m.sync.hasQueuedThreads()); no(m.sync.hasContended()); eq(null, m.sync.getFirstQueuedThread()); m.lock(); Thread t = go(() -> { m.lock(); m.unlock(); }); until(() -> m.sync.isQueued(t)); yes(m.sync.hasQueuedThreads()); eq(1, m.sync.getQueueLength()); same(t, m.sync.getFirstQueuedThread()); yes(m.sync.hasQueuedPredecessors()); yes(m.sync.getQueuedThreads().contains(t)); yes(m.sync.getExclusiveQueuedThreads().contains(t)); yes(m.sync.getSharedQueuedThreads().isEmpty()); m.unlock(); t.join(); yes(m.sync.hasContended()); }
    @Test void ownsItsConditions() { Mutex m = new Mutex(), n = new Mutex(); AbstractQueuedSynchronizer.ConditionObject c = m.sync.new ConditionObject(); yes(m.sync.owns(c)); no(n.sync.owns(c)); raises(NullPointerException.class, () -> m.sync.owns(null)); raises(IllegalArgumentException.class, () -> n.sync.hasWaiters(c)); raises(IllegalMonitorStateException.class, () -> m.sync.hasWaiters(c)); m.lock(); no(m.sync.hasWaiters(c)); eq(0, m.sync.getWaitQueueLength(c)); yes(m.sync.getWaitingThreads(c).isEmpty()); }
    @Test void unsupportedByDefault() { AbstractQueuedSynchronizer s = new AbstractQueuedSynchronizer() { }; raises(UnsupportedOperationException.class, () -> s.acquire(1)); raises(UnsupportedOperationException.class, () -> s.release(1)); raises(UnsupportedOperationException.class, () -> s.acquireShared(1)); raises(UnsupportedOperationException.class, () -> s.releaseShared(1)); }
    @Test void toStringHasTheState() { yes(new Sync().toString().endsWith("[State = 0, empty queue]")); }
}
