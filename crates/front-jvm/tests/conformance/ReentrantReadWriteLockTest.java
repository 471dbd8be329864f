import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

class ReentrantReadWriteLockTest extends T {
    static ReentrantReadWriteLock make() { return new ReentrantReadWriteLock(); }

    @Test void newOneIsFree() { ReentrantReadWriteLock l = make(); no(l.isWriteLocked()); eq(0, l.getReadLockCount()); no(l.isWriteLockedByCurrentThread()); eq(0, l.getReadHoldCount()); eq(0, l.getWriteHoldCount()); }
    @Test void locksAreAlwaysTheSame() { ReentrantReadWriteLock l = make(); same(l.readLock(), l.readLock()); same(l.writeLock(), l.writeLock()); }
    @Test void isFairAsMade() { no(make().isFair()); yes(new ReentrantReadWriteLock(true).isFair()); }
    @Test void readersShare() throws Exception { ReentrantReadWriteLock l = make(); l.readLock().lock(); Thread t = go(() -> { yes(l.readLock().tryLock()); eq(2, l.getReadLockCount()); eq(1, l.getReadHoldCount()); l.readLock().unlock(); }); t.join(); eq(1, l.getReadLockCount()); l.readLock().unlock(); }
    @Test void readerKeepsWritersOut() throws Exception { ReentrantReadWriteLock l = make(); l.readLock().lock(); Thread t = go(() -> no(l.writeLock().tryLock())); t.join(); l.readLock().unlock(); }
    @Test void writerKeepsReadersOut() throws Exception { ReentrantReadWriteLock l = make(); l.writeLock().lock(); Thread t = go(() -> { no(l.readLock().tryLock()); no(l.writeLock().tryLock()); }); t.join(); l.writeLock().unlock(); }
    @Test void readIsReentrant() { ReentrantReadWriteLock l = make(); l.readLock().lock(); l.readLock().lock(); eq(2, l.getReadHoldCount()); eq(2, l.getReadLockCount()); l.readLock().unlock(); l.readLock().unlock(); eq(0, l.getReadLockCount()); }
    @Test void writeIsReentrant() { ReentrantReadWriteLock l = make(); l.writeLock().lock(); l.writeLock().lock(); eq(2, l.getWriteHoldCount()); l.writeLock().unlock(); yes(l.isWriteLocked()); l.writeLock().unlock(); no(l.isWriteLocked()); }
    @Test void writerMayRead() { ReentrantReadWriteLock l = make(); l.writeLock().lock(); l.readLock().lock(); eq(1, l.getReadHoldCount()); l.writeLock().unlock(); no(l.isWriteLocked()); eq(1, l.getReadLockCount()); l.readLock().unlock(); }
    @Test void readerMayNotWrite() { ReentrantReadWriteLock l = make(); l.readLock().lock(); no(l.writeLock().tryLock()); l.readLock().unlock(); }
    @Test void blocksInUpgrade() { ReentrantReadWriteLock l = make(); l.readLock().lock(); l.writeLock().lock(); }
    @Test void unlockOfFreeRaises() { raises(IllegalMonitorStateException.class, () -> make().readLock().unlock()); raises(IllegalMonitorStateException.class, () -> make().writeLock().unlock()); }
    @Test void unlockOfOthersRaises() throws Exception { ReentrantReadWriteLock l = make(); l.writeLock().lock(); Thread t = go(() -> raises(IllegalMonitorStateException.class, () -> l.writeLock().unlock())); t.join(); l.writeLock().unlock(); }
    @Test void readLockHasNoConditions() { raises(UnsupportedOperationException.class, () -> make().readLock().newCondition()); }
    @Test void readLockOfFree() throws Exception { Lock r = make().readLock(); r.lock(); r.unlock(); yes(r.tryLock()); r.unlock(); r.lockInterruptibly(); r.unlock(); yes(r.tryLock(1, TimeUnit.SECONDS)); r.unlock(); }
    @Test void readLockIsInterruptedBefore() { interruptedBefore(() -> make().readLock().lockInterruptibly()); interruptedBefore(() -> make().readLock().tryLock(1, TimeUnit.SECONDS)); }
    @Test void readLockIsInterrupted() throws Exception { ReentrantReadWriteLock l = make(); l.writeLock().lock(); interrupted(() -> l.readLock().lockInterruptibly()); l.writeLock().unlock(); eq(0, l.getReadLockCount()); }
    @Test void writeLockIsInterrupted() throws Exception { ReentrantReadWriteLock l = make(); l.readLock().lock(); interrupted(() -> l.writeLock().lockInterruptibly()); l.readLock().unlock(); no(l.isWriteLocked()); }
    @Test void timedReadLockOfWritten() throws Exception { ReentrantReadWriteLock l = make(); l.writeLock().lock(); Thread t = go(() -> no(l.readLock().tryLock(1, TimeUnit.MILLISECONDS))); t.join(); l.writeLock().unlock(); }
    @Test void writersExclude() throws Exception { ReentrantReadWriteLock l = make(); int[] x = new int[1]; Thread t = go(() -> { l.writeLock().lock(); x[0]++; l.writeLock().unlock(); }); l.writeLock().lock(); x[0]++; l.writeLock().unlock(); t.join(); eq(2, x[0]); }
    @Test void readerSeesWholeWrites() throws Exception { ReentrantReadWriteLock l = make(); int[] x = new int[2]; Thread t = go(() -> { l.writeLock().lock(); x[0]++; x[1]++; l.writeLock().unlock(); }); l.readLock().lock(); eq(x[0], x[1]); l.readLock().unlock(); t.join(); }
    @Test void blocksInReadOfWritten() throws Exception { ReentrantReadWriteLock l = make(); Thread t = go(() -> l.writeLock().lock()); t.join(); l.readLock().lock(); }
    @Test void blocksInWriteOfRead() throws Exception { ReentrantReadWriteLock l = make(); Thread t = go(() -> l.readLock().lock()); t.join(); l.writeLock().lock(); }
    @Test void queueIsKnown() throws Exception { ReentrantReadWriteLock l = make(); no(l.hasQueuedThreads()); eq(0, l.getQueueLength()); l.writeLock().lock(); Thread t = go(() -> { l.readLock().lock(); l.readLock().unlock(); }); until(l::hasQueuedThreads); eq(1, l.getQueueLength()); yes(l.hasQueuedThread(t)); l.writeLock().unlock(); t.join(); no(l.hasQueuedThreads()); }
    @Test void waitersAreKnown() throws Exception { ReentrantReadWriteLock l = make(); Condition c = l.writeLock().newCondition(); l.writeLock().lock(); no(l.hasWaiters(c)); eq(0, l.getWaitQueueLength(c)); l.writeLock().unlock(); raises(IllegalMonitorStateException.class, () -> l.hasWaiters(c)); raises(NullPointerException.class, () -> l.hasWaiters(null)); }
    @Test void heldReadIsWrittenLater() throws Exception { ReentrantReadWriteLock l = make(); int[] x = new int[1]; l.readLock().lock(); Thread t = go(() -> { l.writeLock().lock(); x[0] = 1; l.writeLock().unlock(); }); eq(0, x[0]); l.readLock().unlock(); t.join(); eq(1, x[0]); }
    @Test void toStringCounts() { ReentrantReadWriteLock l = make(); yes(l.toString().endsWith("[Write locks = 0, Read locks = 0]")); l.readLock().lock(); yes(l.toString().endsWith("[Write locks = 0, Read locks = 1]")); yes(l.readLock().toString().endsWith("[Read locks = 1]")); }
}
