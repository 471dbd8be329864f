import java.util.Collection;
import java.util.Comparator;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.TimeUnit;

class PriorityBlockingQueueTest extends BlockingQueueContract {
    BlockingQueue<Integer> make() { return new PriorityBlockingQueue<>(); }
    BlockingQueue<Integer> of(Collection<Integer> elements) { return new PriorityBlockingQueue<>(elements); }

    @Test void givesTheLeast() { BlockingQueue<Integer> q = with(3, 1, 2); eq(ONE, q.poll()); eq(TWO, q.poll()); eq(THREE, q.poll()); }
    @Test void ordersByAComparator() { PriorityBlockingQueue<Integer> q = new PriorityBlockingQueue<>(1, Comparator.reverseOrder()); q.add(1); q.add(3); q.add(2); eq(THREE, q.poll()); eq(TWO, q.poll()); eq(Comparator.reverseOrder(), q.comparator()); }
    @Test void usuallyHasNoComparator() { eq(null, new PriorityBlockingQueue<Integer>().comparator()); }
    @Test void grows() { PriorityBlockingQueue<Integer> q = new PriorityBlockingQueue<>(1); for (int i = 5; i > 0; i--) { yes(q.offer(i)); } for (int i = 1; i <= 5; i++) { eq(i, q.poll()); } }
    @Test void capacityIsPositive() { raises(IllegalArgumentException.class, () -> new PriorityBlockingQueue<Integer>(0)); }
    @Test void hasRoomAlways() { eq(Integer.MAX_VALUE, make().remainingCapacity()); }
    @Test void whatCannotBeComparedRaises() { raises(ClassCastException.class, () -> { PriorityBlockingQueue<Object> q = new PriorityBlockingQueue<>(); q.add(new Object()); q.add(new Object()); }); }
    @Test void timedOfferNeverWaits() { yes(new PriorityBlockingQueue<Integer>(1).offer(1, 0, TimeUnit.DAYS)); }
    @Test void removesFromTheMiddle() { BlockingQueue<Integer> q = with(5, 3, 4, 1, 2); yes(q.remove(3)); eq(4, q.size()); eq(ONE, q.poll()); eq(TWO, q.poll()); eq(4, q.poll()); }
    @Test void takesTheLeastOfTwoPuts() throws Exception { BlockingQueue<Integer> q = with(2); Thread t = go(() -> q.put(1)); int got = q.take(); t.join(); int next = q.take(); eq(3, got + next); }
}
