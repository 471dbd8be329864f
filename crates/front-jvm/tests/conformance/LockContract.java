import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

/** What java.util.concurrent.locks.Lock promises, of locks that one thread holds at a time. */
abstract class LockContract extends T {
    abstract Lock make();

    @Test void lockAndUnlock() { Lock l = make(); l.lock(); l.unlock(); l.lock(); l.unlock(); }
    @Test void tryLockOfFree() { Lock l = make(); yes(l.tryLock()); l.unlock(); yes(l.tryLock()); l.unlock(); }
    @Test void tryLockOfHeld() throws Exception { Lock l = make(); l.lock(); Thread t = go(() -> no(l.tryLock())); t.join(); l.unlock(); }
    @Test void timedTryLockOfFree() throws Exception { Lock l = make(); yes(l.tryLock(1, TimeUnit.SECONDS)); l.unlock(); yes(l.tryLock(0, TimeUnit.SECONDS)); l.unlock(); }
    @Test void timedTryLockOfHeld() throws Exception { Lock l = make(); l.lock(); Thread t = go(() -> { no(l.tryLock(1, TimeUnit.MILLISECONDS)); no(l.tryLock(0, TimeUnit.MILLISECONDS)); }); t.join(); l.unlock(); }
    @Test void timedTryLockGetsItOrNot() throws Exception { Lock l = make(); int[] x = new int[1]; Thread t = go(() -> { l.lock(); x[0]++; l.unlock(); }); if (l.tryLock(1, TimeUnit.SECONDS)) { x[0]++; l.unlock(); } t.join(); yes(x[0] == 1 || x[0] == 2); }
    @Test void timedTryLockIsInterruptedBefore() { interruptedBefore(() -> make().tryLock(1, TimeUnit.SECONDS)); }
    @Test void lockInterruptiblyOfFree() throws Exception { Lock l = make(); l.lockInterruptibly(); l.unlock(); }
    @Test void lockInterruptiblyIsInterruptedBefore() { interruptedBefore(() -> make().lockInterruptibly()); }
    @Test void lockInterruptiblyIsInterrupted() throws Exception { Lock l = make(); l.lock(); interrupted(l::lockInterruptibly); l.unlock(); }
    @Test void lockIsNotInterrupted() { Lock l = make(); Thread.currentThread().interrupt(); l.lock(); yes(Thread.interrupted()); l.unlock(); }
    @Test void tryLockIsNotInterrupted() { Lock l = make(); Thread.currentThread().interrupt(); yes(l.tryLock()); yes(Thread.interrupted()); l.unlock(); }
    @Test void waitingLockIsNotInterrupted() throws Exception { Lock l = make(); l.lock(); Thread t = go(() -> { l.lock(); yes(Thread.interrupted()); l.unlock(); }); t.interrupt(); l.unlock(); t.join(); }
    @Test void unlockOfFreeRaises() { raises(IllegalMonitorStateException.class, () -> make().unlock()); }
    @Test void excludes() throws Exception { Lock l = make(); int[] x = new int[1]; Thread t = go(() -> { l.lock(); x[0]++; l.unlock(); }); l.lock(); x[0]++; l.unlock(); t.join(); eq(2, x[0]); }
    @Test void excludesThree() throws Exception { Lock l = make(); int[] x = new int[1]; Body add = () -> { l.lock(); try { x[0]++; } finally { l.unlock(); } }; Thread t = go(add), u = go(add); call(add); t.join(); u.join(); eq(3, x[0]); }
    static void call(Body body) { try { body.run(); } catch (Throwable e) { throw new AssertionError(e); } }
    @Test void lockWaits() throws Exception { Lock l = make(); l.lock(); int[] x = new int[1]; Thread t = go(() -> { l.lock(); eq(1, x[0]); l.unlock(); }); x[0] = 1; l.unlock(); t.join(); }
    @Test void blocksInLockOfHeld() throws Exception { Lock l = make(); Thread t = go(l::lock); t.join(); l.lock(); }
    @Test void lockInterruptiblyWaits() throws Exception { Lock l = make(); l.lock(); int[] x = new int[1]; Thread t = go(() -> { l.lockInterruptibly(); eq(1, x[0]); l.unlock(); }); x[0] = 1; l.unlock(); t.join(); }
}
