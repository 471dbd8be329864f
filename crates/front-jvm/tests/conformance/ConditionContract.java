import java.util.Date;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;

/** What java.util.concurrent.locks.Condition promises, besides what locks do. */
abstract class ConditionContract extends LockContract {
    @Test void awaitNeedsTheLock() { Condition c = make().newCondition(); raises(IllegalMonitorStateException.class, c::await); raises(IllegalMonitorStateException.class, c::awaitUninterruptibly); raises(IllegalMonitorStateException.class, () -> c.awaitNanos(1)); }
    @Test void signalNeedsTheLock() { Condition c = make().newCondition(); raises(IllegalMonitorStateException.class, c::signal); raises(IllegalMonitorStateException.class, c::signalAll); }
    @Test void signalOfNobody() { Lock l = make(); Condition c = l.newCondition(); l.lock(); c.signal(); c.signalAll(); l.unlock(); }
    @Test void conditionsAreDifferent() { Lock l = make(); no(l.newCondition() == l.newCondition()); }
    @Test void blocksInAwait() throws Exception { Lock l = make(); l.lock(); l.newCondition().await(); }
    @Test void blocksInAwaitUninterruptibly() { Lock l = make(); l.lock(); l.newCondition().awaitUninterruptibly(); }
    @Test void awaitUntilSignal() throws Exception { Lock l = make(); Condition c = l.newCondition(); boolean[] ready = new boolean[1]; Thread t = go(() -> { l.lock(); while (!ready[0]) { c.await(); } l.unlock(); }); l.lock(); ready[0] = true; c.signal(); l.unlock(); t.join(); }
    @Test void awaitOfTwoUntilSignalAll() throws Exception { Lock l = make(); Condition c = l.newCondition(); boolean[] ready = new boolean[1]; Body wait = () -> { l.lock(); while (!ready[0]) { c.await(); } l.unlock(); }; Thread t = go(wait), u = go(wait); l.lock(); ready[0] = true; c.signalAll(); l.unlock(); t.join(); u.join(); }
    @Test void signalsOfTwo() throws Exception { Lock l = make(); Condition c = l.newCondition(); boolean[] ready = new boolean[1]; Body wait = () -> { l.lock(); while (!ready[0]) { c.await(); } c.signal(); l.unlock(); }; Thread t = go(wait), u = go(wait); l.lock(); ready[0] = true; c.signal(); l.unlock(); t.join(); u.join(); }
    @Test void signalOfAnotherConditionWakesNobody() throws Exception { Lock l = make(); Condition c = l.newCondition(), d = l.newCondition(); int[] x = new int[1]; Thread t = go(() -> { l.lock(); while (x[0] == 0) { c.await(); } eq(2, x[0]); l.unlock(); }); l.lock(); d.signalAll(); x[0] = 2; c.signal(); l.unlock(); t.join(); }
    @Test void awaitIsInterrupted() throws Exception { Lock l = make(); Condition c = l.newCondition(); Thread t = go(() -> { l.lock(); raises(InterruptedException.class, c::await); l.unlock(); }); t.interrupt(); t.join(); l.lock(); l.unlock(); }
    @Test void awaitIsInterruptedBefore() { Lock l = make(); Condition c = l.newCondition(); l.lock(); interruptedBefore(c::await); interruptedBefore(() -> c.awaitNanos(5)); interruptedBefore(() -> c.await(1, TimeUnit.SECONDS)); l.unlock(); }
    @Test void awaitUninterruptiblyIsNot() throws Exception { Lock l = make(); Condition c = l.newCondition(); boolean[] ready = new boolean[1]; Thread t = go(() -> { l.lock(); while (!ready[0]) { c.awaitUninterruptibly(); } l.unlock(); yes(Thread.interrupted()); }); t.interrupt(); l.lock(); ready[0] = true; c.signal(); l.unlock(); t.join(); }
    @Test void awaitNanosEnds() throws Exception { Lock l = make(); l.lock(); yes(l.newCondition().awaitNanos(1000) <= 0); l.unlock(); }
    @Test void timedAwaitEnds() throws Exception { Lock l = make(); l.lock(); no(l.newCondition().await(1, TimeUnit.MILLISECONDS)); l.unlock(); }
    @Test void awaitUntilEnds() throws Exception { Lock l = make(); l.lock(); no(l.newCondition().awaitUntil(new Date(0))); l.unlock(); }
    @Test void timedAwaitNeedsAUnit() { Lock l = make(); l.lock(); raises(NullPointerException.class, () -> l.newCondition().await(1, null)); l.unlock(); }
    @Test void timedAwaitIsSignalledOrNot() throws Exception { Lock l = make(); Condition c = l.newCondition(); boolean[] ready = new boolean[1]; Thread t = go(() -> { l.lock(); ready[0] = true; c.signal(); l.unlock(); }); l.lock(); if (!ready[0] && c.await(1, TimeUnit.SECONDS)) { yes(ready[0]); } l.unlock(); t.join(); }
    @Test void awaitGivesTheLockAway() throws Exception { Lock l = make(); Condition c = l.newCondition(); boolean[] x = new boolean[2]; Thread t = go(() -> { l.lock(); x[0] = true; while (!x[1]) { c.await(); } l.unlock(); }); until(() -> { l.lock(); boolean in = x[0]; if (in) { x[1] = true; c.signal(); } l.unlock(); return in; }); t.join(); }
    @Test void awaitTakesTheLockAgain() throws Exception { Lock l = make(); Condition c = l.newCondition(); int[] x = new int[1]; Thread t = go(() -> { l.lock(); while (x[0] == 0) { c.await(); } x[0]++; l.unlock(); }); l.lock(); x[0] = 1; c.signal(); x[0] = 5; l.unlock(); t.join(); eq(6, x[0]); }
}
