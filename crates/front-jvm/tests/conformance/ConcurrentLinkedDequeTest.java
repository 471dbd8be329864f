import java.util.Collection;
import java.util.Deque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedDeque;

class ConcurrentLinkedDequeTest extends QueueContract {
    Queue<Integer> make() { return new ConcurrentLinkedDeque<>(); }
    Queue<Integer> of(Collection<Integer> elements) { return new ConcurrentLinkedDeque<>(elements); }

    @Test void addsAtBothEnds() { DequeContract.bothEnds(new ConcurrentLinkedDeque<>()); }
    @Test void takesFromBothEnds() { DequeContract.fromBothEnds(new ConcurrentLinkedDeque<>(list(1, 2, 3))); }
    @Test void emptyAtBothEnds() { DequeContract.empty(new ConcurrentLinkedDeque<>()); }
    @Test void occurrences() { DequeContract.occurrences(new ConcurrentLinkedDeque<>(list(1, 2, 1))); }
    @Test void stack() { DequeContract.stack(new ConcurrentLinkedDeque<>()); }
    @Test void descends() { DequeContract.descends(new ConcurrentLinkedDeque<>(list(1, 2, 3))); }
    @Test void nulls() { DequeContract.nulls(new ConcurrentLinkedDeque<>()); }
    @Test void removeOfNullRaises() { raises(NullPointerException.class, () -> with(1).remove(null)); }
    @Test void bothEndsOfOneByTwo() throws Exception { Deque<Integer> d = new ConcurrentLinkedDeque<>(list(1)); Integer[] got = new Integer[1]; Thread t = go(() -> got[0] = d.pollFirst()); Integer mine = d.pollLast(); t.join(); yes((mine == null) != (got[0] == null)); yes(d.isEmpty()); }
}
