import java.util.Collection;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

class ArrayBlockingQueueTest extends BoundedQueueContract {
    BlockingQueue<Integer> make() { return new ArrayBlockingQueue<>(3); }
    BlockingQueue<Integer> bounded(int capacity) { return new ArrayBlockingQueue<>(capacity); }
    BlockingQueue<Integer> of(Collection<Integer> elements) { return new ArrayBlockingQueue<>(3, false, elements); }

    @Test void constructorWithTooManyRaises() { raises(IllegalArgumentException.class, () -> new ArrayBlockingQueue<>(1, false, list(1, 2))); }
    @Test void fairOneWorksToo() throws Exception { BlockingQueue<Integer> q = new ArrayBlockingQueue<>(1, true); Thread t = go(() -> q.put(1)); eq(ONE, q.take()); t.join(); }
    @Test void fairCapacityIsPositive() { raises(IllegalArgumentException.class, () -> new ArrayBlockingQueue<Integer>(0, true)); }
    @Test void goesRound() { BlockingQueue<Integer> q = bounded(2); for (int i = 0; i < 5; i++) { yes(q.offer(i)); eq(i, q.poll()); } yes(q.isEmpty()); }
}
