import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

class LockSupportTest extends T {
    @Test void blocksInPark() { LockSupport.park(); }
    @Test void blocksInParkOnBlocker() { LockSupport.park("x"); }
    @Test void blocksInSecondPark() { LockSupport.unpark(Thread.currentThread()); LockSupport.park(); LockSupport.park(); }
    @Test void unparkIsKept() { LockSupport.unpark(Thread.currentThread()); LockSupport.park(); }
    @Test void blocksAfterTwoUnparks() { LockSupport.unpark(Thread.currentThread()); LockSupport.unpark(Thread.currentThread()); LockSupport.park(); LockSupport.park(); }
    @Test void unparkOfNull() { LockSupport.unpark(null); }
    @Test void unparkWakes() throws Exception { AtomicBoolean go = new AtomicBoolean(); Thread t = go(() -> { while (!go.get()) { LockSupport.park(); } }); go.set(true); LockSupport.unpark(t); t.join(); }
    @Test void unparkWakesOnBlocker() throws Exception { AtomicBoolean go = new AtomicBoolean(); Thread t = go(() -> { while (!go.get()) { LockSupport.park(this); } }); go.set(true); LockSupport.unpark(t); t.join(); }
    @Test void interruptWakes() throws Exception { Thread t = go(() -> { LockSupport.park(); yes(Thread.interrupted()); }); t.interrupt(); t.join(); }
    @Test void interruptIsKept() { Thread.currentThread().interrupt(); LockSupport.park(); LockSupport.park(); yes(Thread.interrupted()); }
    @Test void parkNanosEnds() { LockSupport.parkNanos(1); }
    @Test void parkNanosOnBlockerEnds() { LockSupport.parkNanos("x", 1); }
    @Test void parkNanosOfNoTime() { LockSupport.parkNanos(0); LockSupport.parkNanos(-1); }
    @Test void parkNanosOfNoTimeKeepsThePermit() { LockSupport.unpark(Thread.currentThread()); LockSupport.parkNanos(0); LockSupport.park(); }
    @Test void parkUntilThePast() { LockSupport.parkUntil(0); LockSupport.parkUntil("x", 0); }
    @Test void parkNanosIsInterrupted() { Thread.currentThread().interrupt(); LockSupport.parkNanos(1000); yes(Thread.interrupted()); }
    @Test void blockerOfNullRaises() { raises(NullPointerException.class, () -> LockSupport.getBlocker(null)); }
    @Test void blockerOfItself() { eq(null, LockSupport.getBlocker(Thread.currentThread())); }
    @Test void blockerOfParked() throws Exception { String by = "x"; AtomicBoolean go = new AtomicBoolean(); Thread t = go(() -> { while (!go.get()) { LockSupport.park(by); } }); until(() -> LockSupport.getBlocker(t) == by); go.set(true); LockSupport.unpark(t); t.join(); eq(null, LockSupport.getBlocker(t)); }
    @Test void setCurrentBlocker() throws Exception { Thread me = Thread.currentThread(); LockSupport.setCurrentBlocker("x"); Thread t = go(() -> eq("x", LockSupport.getBlocker(me))); t.join(); LockSupport.setCurrentBlocker(null); eq(null, LockSupport.getBlocker(me)); }
    @Test void unparkOfUnstarted() { LockSupport.unpark(new Thread()); }
    @Test void handsOver() throws Exception { int[] x = new int[1]; AtomicBoolean go = new AtomicBoolean(); Thread t = go(() -> { while (!go.get()) { LockSupport.park(); } eq(5, x[0]); }); x[0] = 5; go.set(true); LockSupport.unpark(t); t.join(); }
}
