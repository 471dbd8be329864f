import java.util.concurrent.atomic.AtomicBoolean;

/** Object.wait, notify and synchronized. */
class MonitorTest extends T {
    final Object o = new Object();
    boolean ready;
    int x;

    @Test void waitNeedsTheMonitor() { raises(IllegalMonitorStateException.class, () -> o.wait()); raises(IllegalMonitorStateException.class, () -> o.wait(1)); raises(IllegalMonitorStateException.class, () -> o.wait(1, 1)); }
    @Test void notifyNeedsTheMonitor() { raises(IllegalMonitorStateException.class, o::notify); raises(IllegalMonitorStateException.class, o::notifyAll); }
    @Test void notifyOfNobody() { synchronized (o) { o.notify(); o.notifyAll(); } }
    @Test void waitTimesAreChecked() { synchronized (o) { raises(IllegalArgumentException.class, () -> o.wait(-1)); raises(IllegalArgumentException.class, () -> o.wait(1, -1)); raises(IllegalArgumentException.class, () -> o.wait(1, 1000000)); } }
    @Test void blocksInWait() throws Exception { synchronized (o) { o.wait(); } }
    @Test void blocksInWaitOfNoTime() throws Exception { synchronized (o) { o.wait(0); } }
    @Test void timedWaitEnds() throws Exception { synchronized (o) { o.wait(1); o.wait(0, 1); o.wait(1, 999999); } }
    @Test void notifyWakes() throws Exception { Thread t = go(() -> { synchronized (o) { while (!ready) { o.wait(); } } }); synchronized (o) { ready = true; o.notify(); } t.join(); }
    @Test void notifyAllWakesTwo() throws Exception { Body wait = () -> { synchronized (o) { while (!ready) { o.wait(); } } }; Thread t = go(wait), u = go(wait); synchronized (o) { ready = true; o.notifyAll(); } t.join(); u.join(); }
    @Test void notifyOfEachOther() throws Exception { Body wait = () -> { synchronized (o) { while (!ready) { o.wait(); } o.notify(); } }; Thread t = go(wait), u = go(wait); synchronized (o) { ready = true; o.notify(); } t.join(); u.join(); }
    @Test void waitIsInterrupted() throws Exception { Thread t = go(() -> { synchronized (o) { raises(InterruptedException.class, () -> o.wait()); yes(Thread.holdsLock(o)); } }); t.interrupt(); t.join(); }
    @Test void waitIsInterruptedBefore() { synchronized (o) { interruptedBefore(() -> o.wait()); interruptedBefore(() -> o.wait(1000)); } }
    @Test void waitGivesTheMonitorAway() throws Exception { Thread t = go(() -> { synchronized (o) { x = 1; o.notifyAll(); while (x == 1) { o.wait(); } } }); synchronized (o) { while (x == 0) { o.wait(); } x = 2; o.notifyAll(); } t.join(); }
    @Test void waitGivesAllLevelsAway() throws Exception { Thread t = go(() -> { synchronized (o) { synchronized (o) { while (!ready) { o.wait(); } } yes(Thread.holdsLock(o)); } }); synchronized (o) { ready = true; o.notify(); } t.join(); }
    @Test void waitKeepsOtherMonitors() throws Exception { Object p = new Object(); Thread t = go(() -> { synchronized (p) { synchronized (o) { while (!ready) { o.wait(); } } x = 5; } }); synchronized (o) { ready = true; o.notify(); } t.join(); eq(5, x); }
    @Test void synchronizedExcludes() throws Exception { Thread t = go(() -> { synchronized (o) { x++; } }); synchronized (o) { x++; } t.join(); eq(2, x); }
    @Test void synchronizedIsReentrant() { synchronized (o) { synchronized (o) { x++; } yes(Thread.holdsLock(o)); } no(Thread.holdsLock(o)); eq(1, x); }
    @Test void synchronizedOfNullRaises() { Object n = x == 0 ? null : o; raises(NullPointerException.class, () -> { synchronized (n) { x++; } }); }
    @Test void exceptionLeavesTheMonitor() throws Exception { raises(IllegalStateException.class, () -> { synchronized (o) { throw new IllegalStateException(); } }); no(Thread.holdsLock(o)); Thread t = go(() -> { synchronized (o) { x++; } }); t.join(); }
    synchronized void add() { x++; }
    static synchronized int twice(int y) { return 2 * y; }
    @Test void synchronizedMethods() throws Exception { Thread t = go(this::add); add(); t.join(); eq(2, x); eq(4, twice(2)); }
    @Test void methodAndBlockAreTheSame() throws Exception { Thread t = go(this::add); synchronized (this) { x++; } t.join(); eq(2, x); }
    @Test void blocksInEnter() throws Exception { synchronized (o) { Thread t = go(() -> { synchronized (o) { x++; } }); t.join(); } }
    @Test void bothEndsOfAHandOver() throws Exception { Thread t = go(() -> { for (int i = 0; i < 2; i++) { synchronized (o) { while (ready) { o.wait(); } x = i; ready = true; o.notifyAll(); } } }); for (int i = 0; i < 2; i++) { synchronized (o) { while (!ready) { o.wait(); } eq(i, x); ready = false; o.notifyAll(); } } t.join(); }
}
