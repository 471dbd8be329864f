import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

class WriteLockTest extends ConditionContract {
    Lock make() { return new ReentrantReadWriteLock().writeLock(); }

    @Test void isReentrant() { ReentrantReadWriteLock.WriteLock l = new ReentrantReadWriteLock().writeLock(); l.lock(); l.lock(); eq(2, l.getHoldCount()); l.unlock(); yes(l.isHeldByCurrentThread()); l.unlock(); no(l.isHeldByCurrentThread()); eq(0, l.getHoldCount()); }
    @Test void toStringSaysWhetherLocked() { yes(new ReentrantReadWriteLock().writeLock().toString().endsWith("[Unlocked]")); }
}
