import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

class PhaserTest extends T {
    @Test void newOneIsAtPhaseZero() { Phaser p = new Phaser(); eq(0, p.getPhase()); eq(0, p.getRegisteredParties()); no(p.isTerminated()); eq(null, p.getParent()); same(p, p.getRoot()); }
    @Test void beginsWithParties() { Phaser p = new Phaser(2); eq(2, p.getRegisteredParties()); eq(2, p.getUnarrivedParties()); eq(0, p.getArrivedParties()); }
    @Test void partiesAreChecked() { raises(IllegalArgumentException.class, () -> new Phaser(-1)); raises(IllegalArgumentException.class, () -> new Phaser(65536)); }
    @Test void registerAdds() { Phaser p = new Phaser(); eq(0, p.register()); eq(1, p.getRegisteredParties()); eq(0, p.bulkRegister(2)); eq(3, p.getRegisteredParties()); eq(0, p.bulkRegister(0)); }
    @Test void bulkRegisterIsChecked() { raises(IllegalArgumentException.class, () -> new Phaser().bulkRegister(-1)); raises(IllegalStateException.class, () -> new Phaser().bulkRegister(65536)); }
    @Test void tooManyPartiesRaise() { Phaser p = new Phaser(65535); raises(IllegalStateException.class, p::register); }
    @Test void arriveCounts() { Phaser p = new Phaser(2); eq(0, p.arrive()); eq(1, p.getArrivedParties()); eq(1, p.getUnarrivedParties()); eq(0, p.getPhase()); eq(0, p.arrive()); eq(1, p.getPhase()); eq(2, p.getUnarrivedParties()); }
    @Test void arriveOfNobodyRaises() { raises(IllegalStateException.class, () -> new Phaser().arrive()); raises(IllegalStateException.class, () -> new Phaser().arriveAndDeregister()); raises(IllegalStateException.class, () -> new Phaser().arriveAndAwaitAdvance()); }
    @Test void arriveAndDeregister() { Phaser p = new Phaser(2); eq(0, p.arriveAndDeregister()); eq(1, p.getRegisteredParties()); eq(0, p.getPhase()); eq(0, p.arrive()); eq(1, p.getPhase()); }
    @Test void lastToDeregisterTerminates() { Phaser p = new Phaser(1); eq(0, p.arriveAndDeregister()); yes(p.isTerminated()); yes(p.getPhase() < 0); eq(0, p.getRegisteredParties()); }
    @Test void arriveAndAwaitAdvanceAlone() { Phaser p = new Phaser(1); eq(1, p.arriveAndAwaitAdvance()); eq(2, p.arriveAndAwaitAdvance()); }
    @Test void blocksInArriveAndAwaitAdvance() { new Phaser(2).arriveAndAwaitAdvance(); }
    @Test void blocksInAwaitAdvance() { new Phaser(1).awaitAdvance(0); }
    @Test void awaitAdvanceOfOtherPhase() { Phaser p = new Phaser(1); eq(0, p.awaitAdvance(5)); p.arrive(); eq(1, p.awaitAdvance(0)); eq(-3, p.awaitAdvance(-3)); }
    @Test void awaitAdvanceWaits() throws Exception { Phaser p = new Phaser(1); int[] x = new int[1]; Thread t = go(() -> { x[0] = 5; p.arrive(); }); eq(1, p.awaitAdvance(0)); eq(5, x[0]); t.join(); }
    @Test void twoMeet() throws Exception { Phaser p = new Phaser(2); int[] x = new int[2]; Thread t = go(() -> { x[0] = 1; p.arriveAndAwaitAdvance(); eq(2, x[1]); }); x[1] = 2; eq(1, p.arriveAndAwaitAdvance()); eq(1, x[0]); t.join(); }
    @Test void twoMeetTwice() throws Exception { Phaser p = new Phaser(2); Thread t = go(() -> { eq(1, p.arriveAndAwaitAdvance()); eq(2, p.arriveAndAwaitAdvance()); }); eq(1, p.arriveAndAwaitAdvance()); eq(2, p.arriveAndAwaitAdvance()); t.join(); }
    @Test void deregisteringLetsOthersGo() throws Exception { Phaser p = new Phaser(2); Thread t = go(p::arriveAndDeregister); eq(1, p.arriveAndAwaitAdvance()); t.join(); eq(1, p.getRegisteredParties()); }
    @Test void awaitIsInterrupted() throws Exception { Phaser p = new Phaser(1); interrupted(() -> p.awaitAdvanceInterruptibly(0)); eq(0, p.getPhase()); }
    @Test void awaitIsInterruptedBefore() { Phaser p = new Phaser(1); interruptedBefore(() -> p.awaitAdvanceInterruptibly(0)); interruptedBefore(() -> p.awaitAdvanceInterruptibly(0, 1, TimeUnit.SECONDS)); }
    @Test void plainAwaitIsNotInterrupted() throws Exception { Phaser p = new Phaser(1); Thread t = go(() -> { p.awaitAdvance(0); yes(Thread.interrupted()); }); t.interrupt(); p.arrive(); t.join(); }
    @Test void timedAwaitRaises() { Phaser p = new Phaser(1); raises(TimeoutException.class, () -> p.awaitAdvanceInterruptibly(0, 1, TimeUnit.MILLISECONDS)); eq(0, p.getPhase()); }
    @Test void timedAwaitOfPast() throws Exception { Phaser p = new Phaser(1); p.arrive(); eq(1, p.awaitAdvanceInterruptibly(0, 1, TimeUnit.SECONDS)); }
    @Test void forceTerminationWakes() throws Exception { Phaser p = new Phaser(2); Thread t = go(() -> yes(p.arriveAndAwaitAdvance() < 0)); p.forceTermination(); t.join(); yes(p.isTerminated()); }
    @Test void terminatedOneLetsAllPass() { Phaser p = new Phaser(1); p.forceTermination(); yes(p.arrive() < 0); yes(p.register() < 0); yes(p.arriveAndAwaitAdvance() < 0); yes(p.awaitAdvance(0) < 0); }
    @Test void onAdvanceEndsIt() { Phaser p = new Phaser(1) { @Override protected boolean onAdvance(int phase, int parties) { eq(1, parties); return phase >= 1; } }; eq(1, p.arriveAndAwaitAdvance()); no(p.isTerminated()); p.arriveAndAwaitAdvance(); yes(p.isTerminated()); }
    @Test void childIsRegisteredWithParent() { Phaser root = new Phaser(), child = new Phaser(root, 1); eq(1, root.getRegisteredParties()); same(root, child.getParent()); same(root, child.getRoot()); eq(0, child.arrive()); eq(1, root.getPhase()); eq(1, child.getPhase()); }
    @Test void childOfNobody() { Phaser root = new Phaser(), child = new Phaser(root); eq(0, root.getRegisteredParties()); child.register(); eq(1, root.getRegisteredParties()); child.arriveAndDeregister(); eq(0, root.getRegisteredParties()); }
    @Test void toStringHasTheState() { yes(new Phaser(2).toString().endsWith("[phase = 0 parties = 2 arrived = 0]")); }
}
