import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;

class SynchronousQueueTest extends T {
    static SynchronousQueue<Integer> make() { return new SynchronousQueue<>(); }

    @Test void isAlwaysEmpty() { SynchronousQueue<Integer> q = make(); yes(q.isEmpty()); eq(0, q.size()); eq(0, q.remainingCapacity()); no(q.iterator().hasNext()); eq(null, q.peek()); }
    @Test void offerWithoutTakerIsRefused() { no(make().offer(1)); }
    @Test void addWithoutTakerRaises() { raises(IllegalStateException.class, () -> make().add(1)); }
    @Test void pollWithoutPutterIsNull() { eq(null, make().poll()); }
    @Test void removeWithoutPutterRaises() { raises(NoSuchElementException.class, () -> make().remove()); raises(NoSuchElementException.class, () -> make().element()); }
    @Test void timedOfferWithoutTakerIsRefused() throws Exception { no(make().offer(1, 1, TimeUnit.MILLISECONDS)); no(make().offer(1, 0, TimeUnit.MILLISECONDS)); }
    @Test void timedPollWithoutPutterIsNull() throws Exception { eq(null, make().poll(1, TimeUnit.MILLISECONDS)); }
    @Test void nullsRaise() { raises(NullPointerException.class, () -> make().put(null)); raises(NullPointerException.class, () -> make().offer(null)); raises(NullPointerException.class, () -> make().add(null)); raises(NullPointerException.class, () -> make().offer(null, 1, TimeUnit.SECONDS)); }
    @Test void blocksInPut() throws Exception { make().put(1); }
    @Test void blocksInTake() throws Exception { make().take(); }
    @Test void blocksInPutOfFair() throws Exception { new SynchronousQueue<Integer>(true).put(1); }
    @Test void blocksInTakeOfFair() throws Exception { new SynchronousQueue<Integer>(true).take(); }
    @Test void putMeetsTake() throws Exception { SynchronousQueue<Integer> q = make(); Thread t = go(() -> q.put(1)); eq(ONE, q.take()); t.join(); }
    @Test void takeMeetsPut() throws Exception { SynchronousQueue<Integer> q = make(); Thread t = go(() -> eq(ONE, q.take())); q.put(1); t.join(); }
    @Test void fairPutMeetsTake() throws Exception { SynchronousQueue<Integer> q = new SynchronousQueue<>(true); Thread t = go(() -> q.put(1)); eq(ONE, q.take()); t.join(); }
    @Test void pollMeetsPut() throws Exception { SynchronousQueue<Integer> q = make(); Thread t = go(() -> q.put(1)); until(() -> q.poll() != null); t.join(); }
    @Test void offerMeetsTake() throws Exception { SynchronousQueue<Integer> q = make(); Thread t = go(() -> eq(ONE, q.take())); until(() -> q.offer(1)); t.join(); }
    @Test void twoPutsTwoTakes() throws Exception { SynchronousQueue<Integer> q = make(); Thread t = go(() -> { q.put(1); q.put(2); }); eq(ONE, q.take()); eq(TWO, q.take()); t.join(); }
    @Test void putIsInterrupted() throws Exception { SynchronousQueue<Integer> q = make(); interrupted(() -> q.put(1)); eq(null, q.poll()); }
    @Test void takeIsInterrupted() throws Exception { SynchronousQueue<Integer> q = make(); interrupted(() -> q.take()); no(q.offer(1)); }
    @Test void putIsInterruptedBefore() { interruptedBefore(() -> make().put(1)); }
    @Test void takeIsInterruptedBefore() { interruptedBefore(() -> make().take()); }
    @Test void timedOfferIsInterruptedBefore() { interruptedBefore(() -> make().offer(1, 1, TimeUnit.SECONDS)); }
    @Test void timedPollIsInterruptedBefore() { interruptedBefore(() -> make().poll(1, TimeUnit.SECONDS)); }
    @Test void timedMeetOrNot() throws Exception { SynchronousQueue<Integer> q = make(); boolean[] in = new boolean[1]; Thread t = go(() -> in[0] = q.offer(1, 1, TimeUnit.SECONDS)); Integer got = q.poll(1, TimeUnit.SECONDS); t.join(); yes(in[0] == (got != null)); }
    @Test void containsNothing() { SynchronousQueue<Integer> q = make(); no(q.contains(1)); no(q.remove(ONE)); no(q.containsAll(list(1))); no(q.removeAll(list(1))); no(q.retainAll(list(1))); yes(q.containsAll(list())); q.clear(); }
    @Test void toArrayIsEmpty() { eq(0, make().toArray().length); Integer[] a = {1}; same(a, make().toArray(a)); eq(null, a[0]); }
    @Test void toStringIsEmpty() { eq("[]", make().toString()); }
    @Test void drainToOfNobody() { List<Integer> to = new ArrayList<>(); eq(0, make().drainTo(to)); eq(0, make().drainTo(to, 3)); }
    @Test void drainToTakesFromPutter() throws Exception { SynchronousQueue<Integer> q = make(); Thread t = go(() -> q.put(1)); List<Integer> to = new ArrayList<>(); until(() -> q.drainTo(to) == 1); eq(list(1), to); t.join(); }
    @Test void drainToItselfRaises() { SynchronousQueue<Integer> q = make(); raises(IllegalArgumentException.class, () -> q.drainTo(q)); raises(NullPointerException.class, () -> q.drainTo(null)); }
    @Test void iteratorIsEmpty() { raises(NoSuchElementException.class, make().iterator()::next); raises(IllegalStateException.class, make().iterator()::remove); }
    @Test void handsOverWhatWasPublished() throws Exception { SynchronousQueue<Integer> q = make(); int[] data = new int[2]; Thread t = go(() -> { data[0] = 5; q.put(1); }); q.take(); eq(5, data[0]); t.join(); }
}
