import java.util.Collection;
import java.util.Deque;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.TimeUnit;

class LinkedBlockingDequeTest extends BoundedQueueContract {
    BlockingQueue<Integer> make() { return new LinkedBlockingDeque<>(); }
    BlockingQueue<Integer> bounded(int capacity) { return new LinkedBlockingDeque<>(capacity); }
    BlockingQueue<Integer> of(Collection<Integer> elements) { return new LinkedBlockingDeque<>(elements); }

    static BlockingDeque<Integer> two() { return new LinkedBlockingDeque<>(list(1, 2)); }
    static BlockingDeque<Integer> fullOne() { BlockingDeque<Integer> d = new LinkedBlockingDeque<>(1); d.add(1); return d; }

    @Test void usuallyHasRoom() { eq(Integer.MAX_VALUE, make().remainingCapacity()); }
    @Test void offerFirstToFullIsRefused() { no(fullOne().offerFirst(2)); no(fullOne().offerLast(2)); }
    @Test void addFirstToFullRaises() { raises(IllegalStateException.class, () -> fullOne().addFirst(2)); raises(IllegalStateException.class, () -> fullOne().addLast(2)); }
    @Test void pushToFullRaises() { raises(IllegalStateException.class, () -> fullOne().push(2)); }
    @Test void blocksInPutFirstToFull() throws Exception { fullOne().putFirst(2); }
    @Test void blocksInPutLastToFull() throws Exception { fullOne().putLast(2); }
    @Test void blocksInTakeFirstOfEmpty() throws Exception { new LinkedBlockingDeque<Integer>().takeFirst(); }
    @Test void blocksInTakeLastOfEmpty() throws Exception { new LinkedBlockingDeque<Integer>().takeLast(); }
    @Test void takeFirstAndLast() throws Exception { BlockingDeque<Integer> d = two(); eq(TWO, d.takeLast()); eq(ONE, d.takeFirst()); yes(d.isEmpty()); }
    @Test void putFirstAndLast() throws Exception { BlockingDeque<Integer> d = new LinkedBlockingDeque<>(); d.putLast(2); d.putFirst(1); d.putLast(3); elements(d, 1, 2, 3); }
    @Test void takeLastWaits() throws Exception { BlockingDeque<Integer> d = new LinkedBlockingDeque<>(); Thread t = go(() -> eq(ONE, d.takeLast())); d.putFirst(1); t.join(); }
    @Test void takeFirstWaits() throws Exception { BlockingDeque<Integer> d = new LinkedBlockingDeque<>(); Thread t = go(() -> eq(ONE, d.takeFirst())); d.putLast(1); t.join(); }
    @Test void putFirstWaits() throws Exception { BlockingDeque<Integer> d = fullOne(); Thread t = go(() -> d.putFirst(2)); eq(ONE, d.takeLast()); t.join(); elements(d, 2); }
    @Test void putLastWaits() throws Exception { BlockingDeque<Integer> d = fullOne(); Thread t = go(() -> d.putLast(2)); eq(ONE, d.takeFirst()); t.join(); elements(d, 2); }
    @Test void takeLastIsInterrupted() throws Exception { BlockingDeque<Integer> d = new LinkedBlockingDeque<>(); interrupted(() -> d.takeLast()); }
    @Test void putFirstIsInterrupted() throws Exception { BlockingDeque<Integer> d = fullOne(); interrupted(() -> d.putFirst(2)); }
    @Test void timedPollFirstAndLast() throws Exception { BlockingDeque<Integer> d = two(); eq(TWO, d.pollLast(1, TimeUnit.SECONDS)); eq(ONE, d.pollFirst(0, TimeUnit.SECONDS)); eq(null, d.pollFirst(1, TimeUnit.SECONDS)); eq(null, d.pollLast(1, TimeUnit.SECONDS)); }
    @Test void timedOfferFirstAndLast() throws Exception { BlockingDeque<Integer> d = new LinkedBlockingDeque<>(2); yes(d.offerFirst(1, 1, TimeUnit.SECONDS)); yes(d.offerLast(2, 1, TimeUnit.SECONDS)); no(d.offerFirst(3, 1, TimeUnit.SECONDS)); no(d.offerLast(3, 1, TimeUnit.SECONDS)); elements(d, 1, 2); }
    @Test void timedPollLastIsInterruptedBefore() { interruptedBefore(() -> new LinkedBlockingDeque<Integer>().pollLast(1, TimeUnit.SECONDS)); }
    @Test void putFirstOfNullRaises() { raises(NullPointerException.class, () -> two().putFirst(null)); raises(NullPointerException.class, () -> two().putLast(null)); }
    @Test void dequeContractAddsAtBothEnds() { DequeContract.bothEnds(new LinkedBlockingDeque<>()); }
    @Test void dequeContractTakesFromBothEnds() { DequeContract.fromBothEnds(new LinkedBlockingDeque<>(list(1, 2, 3))); }
    @Test void dequeContractOfEmpty() { DequeContract.empty(new LinkedBlockingDeque<>()); }
    @Test void dequeContractOccurrences() { DequeContract.occurrences(new LinkedBlockingDeque<>(list(1, 2, 1))); }
    @Test void dequeContractStack() { DequeContract.stack(new LinkedBlockingDeque<>()); }
    @Test void dequeContractDescends() { DequeContract.descends(new LinkedBlockingDeque<>(list(1, 2, 3))); }
    @Test void dequeContractNulls() { DequeContract.nulls(new LinkedBlockingDeque<>()); }
}
