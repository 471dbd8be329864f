import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.StampedLock;

class StampedLockTest extends T {
    static StampedLock make() { return new StampedLock(); }

    @Test void newOneIsFree() { StampedLock l = make(); no(l.isWriteLocked()); no(l.isReadLocked()); eq(0, l.getReadLockCount()); }
    @Test void writeLockIsHeld() { StampedLock l = make(); long s = l.writeLock(); yes(s != 0); yes(l.isWriteLocked()); l.unlockWrite(s); no(l.isWriteLocked()); }
    @Test void readLockIsHeld() { StampedLock l = make(); long s = l.readLock(); yes(s != 0); yes(l.isReadLocked()); eq(1, l.getReadLockCount()); l.unlockRead(s); no(l.isReadLocked()); }
    @Test void readersShare() { StampedLock l = make(); long a = l.readLock(), b = l.readLock(); eq(2, l.getReadLockCount()); l.unlockRead(a); l.unlockRead(b); eq(0, l.getReadLockCount()); }
    @Test void isNotReentrant() { StampedLock l = make(); long s = l.writeLock(); eq(0, l.tryWriteLock()); eq(0, l.tryReadLock()); l.unlockWrite(s); }
    @Test void blocksInSecondWriteLock() { StampedLock l = make(); l.writeLock(); l.writeLock(); }
    @Test void blocksInReadOfWritten() { StampedLock l = make(); l.writeLock(); l.readLock(); }
    @Test void blocksInWriteOfRead() { StampedLock l = make(); l.readLock(); l.writeLock(); }
    @Test void tryWriteLockOfFree() { StampedLock l = make(); long s = l.tryWriteLock(); yes(s != 0); l.unlockWrite(s); }
    @Test void tryReadLockOfFree() { StampedLock l = make(); long s = l.tryReadLock(); yes(s != 0); l.unlockRead(s); }
    @Test void tryWriteLockOfRead() { StampedLock l = make(); long s = l.readLock(); eq(0, l.tryWriteLock()); l.unlockRead(s); }
    @Test void timedTryLocksOfFree() throws Exception { StampedLock l = make(); long s = l.tryWriteLock(1, TimeUnit.SECONDS); yes(s != 0); l.unlockWrite(s); s = l.tryReadLock(1, TimeUnit.SECONDS); yes(s != 0); l.unlockRead(s); }
    @Test void timedTryLocksOfHeld() throws Exception { StampedLock l = make(); long s = l.writeLock(); eq(0, l.tryWriteLock(1, TimeUnit.MILLISECONDS)); eq(0, l.tryReadLock(1, TimeUnit.MILLISECONDS)); l.unlockWrite(s); }
    @Test void interruptedBeforeTryLocks() { interruptedBefore(() -> make().tryWriteLock(1, TimeUnit.SECONDS)); interruptedBefore(() -> make().tryReadLock(1, TimeUnit.SECONDS)); }
    @Test void interruptedBeforeLocks() { interruptedBefore(() -> make().writeLockInterruptibly()); interruptedBefore(() -> make().readLockInterruptibly()); }
    @Test void writeLockIsInterrupted() throws Exception { StampedLock l = make(); long s = l.writeLock(); interrupted(l::writeLockInterruptibly); l.unlockWrite(s); }
    @Test void readLockIsInterrupted() throws Exception { StampedLock l = make(); long s = l.writeLock(); interrupted(l::readLockInterruptibly); l.unlockWrite(s); }
    @Test void wrongStampsRaise() { StampedLock l = make(); raises(IllegalMonitorStateException.class, () -> l.unlockWrite(0)); raises(IllegalMonitorStateException.class, () -> l.unlockRead(0)); raises(IllegalMonitorStateException.class, () -> l.unlock(0)); long s = l.writeLock(); raises(IllegalMonitorStateException.class, () -> l.unlockWrite(s + 1)); raises(IllegalMonitorStateException.class, () -> l.unlockRead(s)); l.unlockWrite(s); raises(IllegalMonitorStateException.class, () -> l.unlockWrite(s)); }
    @Test void unlockOfEither() { StampedLock l = make(); long s = l.writeLock(); l.unlock(s); no(l.isWriteLocked()); s = l.readLock(); l.unlock(s); no(l.isReadLocked()); }
    @Test void optimisticReadIsValid() { StampedLock l = make(); long s = l.tryOptimisticRead(); yes(s != 0); yes(l.validate(s)); }
    @Test void optimisticReadOfWritten() { StampedLock l = make(); long w = l.writeLock(); eq(0, l.tryOptimisticRead()); l.unlockWrite(w); no(l.validate(0)); }
    @Test void optimisticReadIsInvalidAfterWrite() { StampedLock l = make(); long s = l.tryOptimisticRead(); long w = l.writeLock(); no(l.validate(s)); l.unlockWrite(w); no(l.validate(s)); }
    @Test void optimisticReadIsValidAfterRead() { StampedLock l = make(); long s = l.tryOptimisticRead(); long r = l.readLock(); yes(l.validate(s)); l.unlockRead(r); yes(l.validate(s)); }
    @Test void convertToWriteLock() { StampedLock l = make(); long r = l.readLock(); long w = l.tryConvertToWriteLock(r); yes(w != 0); yes(l.isWriteLocked()); eq(w, l.tryConvertToWriteLock(w)); l.unlockWrite(w); long o = l.tryOptimisticRead(); w = l.tryConvertToWriteLock(o); yes(w != 0); l.unlockWrite(w); }
    @Test void convertToWriteLockFails() { StampedLock l = make(); long a = l.readLock(), b = l.readLock(); eq(0, l.tryConvertToWriteLock(a)); l.unlockRead(a); l.unlockRead(b); }
    @Test void convertToReadLock() { StampedLock l = make(); long w = l.writeLock(); long r = l.tryConvertToReadLock(w); yes(r != 0); no(l.isWriteLocked()); eq(1, l.getReadLockCount()); eq(r, l.tryConvertToReadLock(r)); l.unlockRead(r); }
    @Test void convertToOptimisticRead() { StampedLock l = make(); long w = l.writeLock(); long o = l.tryConvertToOptimisticRead(w); yes(l.validate(o)); no(l.isWriteLocked()); long r = l.readLock(); o = l.tryConvertToOptimisticRead(r); yes(o != 0); no(l.isReadLocked()); }
    @Test void tryUnlocks() { StampedLock l = make(); no(l.tryUnlockWrite()); no(l.tryUnlockRead()); l.writeLock(); yes(l.tryUnlockWrite()); l.readLock(); yes(l.tryUnlockRead()); no(l.isReadLocked()); }
    @Test void kindsOfStamps() { StampedLock l = make(); long w = l.writeLock(); yes(StampedLock.isWriteLockStamp(w)); no(StampedLock.isReadLockStamp(w)); yes(StampedLock.isLockStamp(w)); l.unlockWrite(w); long o = l.tryOptimisticRead(); yes(StampedLock.isOptimisticReadStamp(o)); no(StampedLock.isLockStamp(o)); long r = l.readLock(); yes(StampedLock.isReadLockStamp(r)); l.unlockRead(r); }
    @Test void writersExclude() throws Exception { StampedLock l = make(); int[] x = new int[1]; Thread t = go(() -> { long s = l.writeLock(); x[0]++; l.unlockWrite(s); }); long s = l.writeLock(); x[0]++; l.unlockWrite(s); t.join(); eq(2, x[0]); }
    @Test void readerSeesWholeWrites() throws Exception { StampedLock l = make(); int[] x = new int[2]; Thread t = go(() -> { long s = l.writeLock(); x[0]++; x[1]++; l.unlockWrite(s); }); long s = l.readLock(); eq(x[0], x[1]); l.unlockRead(s); t.join(); }
    @Test void viewsLock() { StampedLock l = make(); Lock r = l.asReadLock(), w = l.asWriteLock(); r.lock(); yes(l.isReadLocked()); no(w.tryLock()); r.unlock(); w.lock(); yes(l.isWriteLocked()); w.unlock(); yes(l.asReadWriteLock().readLock().tryLock()); }
    @Test void viewsHaveNoConditions() { raises(UnsupportedOperationException.class, () -> make().asWriteLock().newCondition()); raises(UnsupportedOperationException.class, () -> make().asReadLock().newCondition()); }
    @Test void toStringSaysWhetherLocked() { StampedLock l = make(); yes(l.toString().endsWith("[Unlocked]")); l.writeLock(); yes(l.toString().endsWith("[Write-locked]")); }
}
