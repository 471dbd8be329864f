import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;

class DelayQueueTest extends T {
    /** Something whose time has come, or will never come. */
    static class D implements Delayed {
        final int at;
        final boolean ready;
        D(int at, boolean ready) { this.at = at; this.ready = ready; }
        public long getDelay(TimeUnit unit) { return ready ? -1 : unit.convert(1000000, TimeUnit.SECONDS); }
        public int compareTo(Delayed other) { D that = (D) other; return ready != that.ready ? (ready ? -1 : 1) : Integer.compare(at, that.at); }
    }

    static D now(int at) { return new D(at, true); }
    static D late(int at) { return new D(at, false); }
    static DelayQueue<D> make(D... all) { DelayQueue<D> q = new DelayQueue<>(); for (D d : all) { q.add(d); } return q; }

    @Test void newOneIsEmpty() { yes(make().isEmpty()); eq(0, make().size()); }
    @Test void pollOfEmptyIsNull() { eq(null, make().poll()); eq(null, make().peek()); }
    @Test void pollGivesWhatIsDue() { D d = now(1); DelayQueue<D> q = make(d); same(d, q.poll()); yes(q.isEmpty()); }
    @Test void pollOfLateIsNull() { DelayQueue<D> q = make(late(1)); eq(null, q.poll()); eq(1, q.size()); }
    @Test void peekGivesLateOnes() { D d = late(1); same(d, make(d).peek()); }
    @Test void dueComesFirst() { D d = now(1); DelayQueue<D> q = make(late(0), d); same(d, q.poll()); eq(null, q.poll()); }
    @Test void earliestComesFirst() { D a = now(1), b = now(2); DelayQueue<D> q = make(b, a); same(a, q.poll()); same(b, q.poll()); }
    @Test void takeGivesWhatIsDue() throws Exception { D d = now(1); same(d, make(d).take()); }
    @Test void blocksInTakeOfEmpty() throws Exception { make().take(); }
    @Test void takeWaitsForPut() throws Exception { DelayQueue<D> q = make(); D d = now(1); Thread t = go(() -> q.put(d)); same(d, q.take()); t.join(); }
    @Test void takeWaitsBehindLate() throws Exception { DelayQueue<D> q = make(late(1)); D d = now(2); Thread t = go(() -> same(d, q.take())); q.put(d); t.join(); eq(1, q.size()); }
    @Test void takeIsInterrupted() throws Exception { DelayQueue<D> q = make(); interrupted(() -> q.take()); }
    @Test void takeOfLateIsInterrupted() throws Exception { DelayQueue<D> q = make(late(1)); interrupted(() -> q.take()); eq(1, q.size()); }
    @Test void takeIsInterruptedBefore() { interruptedBefore(() -> make().take()); }
    @Test void timedPollOfEmptyIsNull() throws Exception { eq(null, make().poll(1, TimeUnit.MILLISECONDS)); eq(null, make().poll(0, TimeUnit.MILLISECONDS)); }
    @Test void timedPollOfLateIsNull() throws Exception { eq(null, make(late(1)).poll(1, TimeUnit.MILLISECONDS)); }
    @Test void timedPollGivesWhatIsDue() throws Exception { D d = now(1); same(d, make(d).poll(1, TimeUnit.SECONDS)); }
    @Test void timedPollIsInterruptedBefore() { interruptedBefore(() -> make().poll(1, TimeUnit.SECONDS)); }
    @Test void offerIsTaken() { DelayQueue<D> q = make(); yes(q.offer(late(1))); yes(q.add(late(2))); yes(q.offer(now(3), 1, TimeUnit.SECONDS)); eq(3, q.size()); }
    @Test void nullsRaise() { raises(NullPointerException.class, () -> make().offer(null)); raises(NullPointerException.class, () -> make().add(null)); raises(NullPointerException.class, () -> make().put(null)); }
    @Test void hasRoomAlways() { eq(Integer.MAX_VALUE, make().remainingCapacity()); }
    @Test void removeOfLate() { D d = late(1); DelayQueue<D> q = make(d); yes(q.remove(d)); no(q.remove(d)); yes(q.isEmpty()); }
    @Test void removeRaisesIfNothingIsDue() { raises(NoSuchElementException.class, () -> make(late(1)).remove()); }
    @Test void iteratorHasLateOnes() { D d = late(1); Iterator<D> at = make(d).iterator(); same(d, at.next()); no(at.hasNext()); raises(NoSuchElementException.class, at::next); }
    @Test void iteratorRemoves() { DelayQueue<D> q = make(late(1)); Iterator<D> at = q.iterator(); at.next(); at.remove(); yes(q.isEmpty()); }
    @Test void clearRemovesAll() { DelayQueue<D> q = make(late(1), now(2)); q.clear(); eq(0, q.size()); eq(null, q.peek()); }
    @Test void drainToMovesWhatIsDue() { D a = now(1), b = now(2); DelayQueue<D> q = make(late(0), b, a); List<D> to = new ArrayList<>(); eq(2, q.drainTo(to)); eq(list(a, b), to); eq(1, q.size()); }
    @Test void drainToMovesSome() { DelayQueue<D> q = make(now(1), now(2)); List<D> to = new ArrayList<>(); eq(1, q.drainTo(to, 1)); eq(1, q.size()); eq(0, q.drainTo(to, 0)); }
    @Test void drainToNullOrItselfRaises() { DelayQueue<D> q = make(); Collection<? super D> c = q; raises(NullPointerException.class, () -> q.drainTo(null)); raises(IllegalArgumentException.class, () -> q.drainTo(c)); }
    @Test void toArrayHasAll() { eq(2, make(late(1), now(2)).toArray().length); eq(2, make(late(1), now(2)).toArray(new D[0]).length); }
    @Test void constructorTakesElements() { eq(2, new DelayQueue<>(list(now(1), late(2))).size()); raises(NullPointerException.class, () -> new DelayQueue<D>(null)); }
    @Test void twoTakersGetOneEach() throws Exception { DelayQueue<D> q = make(); Thread t = go(() -> q.take()); Thread u = go(() -> q.take()); q.put(now(1)); q.put(now(2)); t.join(); u.join(); yes(q.isEmpty()); }
}
