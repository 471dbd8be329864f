import java.util.Collection;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

class LinkedBlockingQueueTest extends BoundedQueueContract {
    BlockingQueue<Integer> make() { return new LinkedBlockingQueue<>(); }
    BlockingQueue<Integer> bounded(int capacity) { return new LinkedBlockingQueue<>(capacity); }
    BlockingQueue<Integer> of(Collection<Integer> elements) { return new LinkedBlockingQueue<>(elements); }

    @Test void usuallyHasRoom() { eq(Integer.MAX_VALUE, make().remainingCapacity()); }
    @Test void putAndTakeDoNotMeet() throws Exception { BlockingQueue<Integer> q = with(1); Thread t = go(() -> q.put(2)); eq(ONE, q.take()); t.join(); eq(TWO, q.take()); }
}
