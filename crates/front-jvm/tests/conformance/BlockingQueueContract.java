import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/** What java.util.concurrent.BlockingQueue promises besides. */
abstract class BlockingQueueContract extends QueueContract {
    @Override abstract BlockingQueue<Integer> make();

    @Override BlockingQueue<Integer> with(Integer... elements) {
        return (BlockingQueue<Integer>) super.with(elements);
    }

    @Test void blocksInTakeOfEmpty() throws Exception { make().take(); }
    @Test void takeGivesTheFirst() throws Exception { BlockingQueue<Integer> q = with(1, 2); eq(ONE, q.take()); eq(TWO, q.take()); }
    @Test void takeWaitsForPut() throws Exception { BlockingQueue<Integer> q = make(); Thread t = go(() -> q.put(1)); eq(ONE, q.take()); t.join(); yes(q.isEmpty()); }
    @Test void takeWaitsForOffer() throws Exception { BlockingQueue<Integer> q = make(); Thread t = go(() -> eq(ONE, q.take())); yes(q.offer(1)); t.join(); }
    @Test void twoTakesAreServed() throws Exception { BlockingQueue<Integer> q = make(); Thread t = go(() -> q.take()); Thread u = go(() -> q.take()); q.put(1); q.put(2); t.join(); u.join(); yes(q.isEmpty()); }
    @Test void takeIsInterrupted() throws Exception { BlockingQueue<Integer> q = make(); interrupted(() -> q.take()); }
    @Test void takeIsInterruptedBefore() { interruptedBefore(() -> make().take()); }
    @Test void timedPollIsInterruptedBefore() { interruptedBefore(() -> make().poll(1, TimeUnit.SECONDS)); }
    @Test void timedPollIsInterruptedOrTooLate() throws Exception { BlockingQueue<Integer> q = make(); Thread t = go(() -> { try { eq(null, q.poll(1, TimeUnit.SECONDS)); } catch (InterruptedException e) { no(Thread.interrupted()); } }); t.interrupt(); t.join(); }
    @Test void timedPollOfEmptyIsNull() throws Exception { eq(null, make().poll(1, TimeUnit.MILLISECONDS)); }
    @Test void timedPollWithoutTimeIsNull() throws Exception { eq(null, make().poll(0, TimeUnit.MILLISECONDS)); eq(null, make().poll(-1, TimeUnit.DAYS)); }
    @Test void timedPollGivesTheFirst() throws Exception { BlockingQueue<Integer> q = with(1, 2); eq(ONE, q.poll(1, TimeUnit.MILLISECONDS)); eq(TWO, q.poll(0, TimeUnit.SECONDS)); }
    @Test void timedPollGetsOneOrNothing() throws Exception { BlockingQueue<Integer> q = make(); Thread t = go(() -> q.put(1)); Integer got = q.poll(1, TimeUnit.SECONDS); yes(got == null || got == 1); t.join(); eq(got == null ? 1 : 0, q.size()); }
    @Test void timedPollNeedsAUnit() { raises(NullPointerException.class, () -> with(1).poll(1, null)); }
    @Test void putOfNullRaises() { raises(NullPointerException.class, () -> make().put(null)); }
    @Test void timedOfferOfNullRaises() { raises(NullPointerException.class, () -> make().offer(null, 1, TimeUnit.SECONDS)); }
    @Test void timedOfferWithRoomIsTaken() throws Exception { BlockingQueue<Integer> q = make(); yes(q.offer(1, 0, TimeUnit.SECONDS)); yes(q.offer(2, 1, TimeUnit.SECONDS)); elements(q, 1, 2); }
    @Test void drainToMovesAll() { BlockingQueue<Integer> q = with(1, 2, 3); List<Integer> to = new ArrayList<>(); eq(3, q.drainTo(to)); eq(list(1, 2, 3), to); yes(q.isEmpty()); eq(0, q.drainTo(to)); }
    @Test void drainToMovesSome() { BlockingQueue<Integer> q = with(1, 2, 3); List<Integer> to = new ArrayList<>(); eq(2, q.drainTo(to, 2)); eq(list(1, 2), to); elements(q, 3); eq(1, q.drainTo(to, 5)); }
    @Test void drainToMovesNone() { BlockingQueue<Integer> q = with(1); List<Integer> to = new ArrayList<>(); eq(0, q.drainTo(to, 0)); eq(0, q.drainTo(to, -1)); eq(1, q.size()); }
    @Test void drainToNullRaises() { raises(NullPointerException.class, () -> with(1).drainTo(null)); raises(NullPointerException.class, () -> with(1).drainTo(null, 1)); }
    @Test void drainToItselfRaises() { BlockingQueue<Integer> q = with(1); Collection<? super Integer> c = q; raises(IllegalArgumentException.class, () -> q.drainTo(c)); raises(IllegalArgumentException.class, () -> q.drainTo(c, 1)); }
    @Test void drainWhileOthersPut() throws Exception { BlockingQueue<Integer> q = with(1); Thread t = go(() -> q.put(2)); List<Integer> to = new ArrayList<>(); int n = q.drainTo(to); t.join(); eq(n, to.size()); eq(2 - n, q.size()); }
    @Test void whatIsTakenWasPublished() throws Exception { BlockingQueue<Integer> q = make(); int[] data = new int[1]; Thread t = go(() -> { data[0] = 5; q.put(1); }); q.take(); eq(5, data[0]); t.join(); }
}
