import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/** What a blocking queue with a capacity promises. */
abstract class BoundedQueueContract extends BlockingQueueContract {
    abstract BlockingQueue<Integer> bounded(int capacity);

    BlockingQueue<Integer> full() {
        BlockingQueue<Integer> queue = bounded(2);
        queue.add(1);
        queue.add(2);
        return queue;
    }

    @Test void capacityIsPositive() { raises(IllegalArgumentException.class, () -> bounded(0)); raises(IllegalArgumentException.class, () -> bounded(-1)); }
    @Test void remainingCapacityCounts() { BlockingQueue<Integer> q = bounded(2); eq(2, q.remainingCapacity()); q.add(1); eq(1, q.remainingCapacity()); q.add(2); eq(0, q.remainingCapacity()); q.poll(); eq(1, q.remainingCapacity()); }
    @Test void offerToFullIsRefused() { BlockingQueue<Integer> q = full(); no(q.offer(3)); elements(q, 1, 2); }
    @Test void addToFullRaises() { BlockingQueue<Integer> q = full(); raises(IllegalStateException.class, () -> q.add(3)); elements(q, 1, 2); }
    @Test void addAllToFullRaises() { BlockingQueue<Integer> q = full(); raises(IllegalStateException.class, () -> q.addAll(list(3, 4))); }
    @Test void blocksInPutToFull() throws Exception { full().put(3); }
    @Test void putWaitsForTake() throws Exception { BlockingQueue<Integer> q = full(); Thread t = go(() -> eq(ONE, q.take())); q.put(3); t.join(); elements(q, 2, 3); }
    @Test void putWaitsForPoll() throws Exception { BlockingQueue<Integer> q = full(); Thread t = go(() -> q.put(3)); eq(ONE, q.poll()); t.join(); elements(q, 2, 3); }
    @Test void putWaitsForRemove() throws Exception { BlockingQueue<Integer> q = full(); Thread t = go(() -> q.put(3)); yes(q.remove(TWO)); t.join(); elements(q, 1, 3); }
    @Test void putWaitsForClear() throws Exception { BlockingQueue<Integer> q = full(); Thread t = go(() -> q.put(3)); q.clear(); t.join(); elements(q, 3); }
    @Test void putWaitsForDrain() throws Exception { BlockingQueue<Integer> q = full(); Thread t = go(() -> q.put(3)); q.drainTo(list(), 1); t.join(); elements(q, 2, 3); }
    @Test void putIsInterrupted() throws Exception { BlockingQueue<Integer> q = full(); interrupted(() -> q.put(3)); elements(q, 1, 2); }
    @Test void putIsInterruptedBefore() { interruptedBefore(() -> full().put(3)); }
    @Test void timedOfferToFullIsRefused() throws Exception { BlockingQueue<Integer> q = full(); no(q.offer(3, 1, TimeUnit.MILLISECONDS)); no(q.offer(3, 0, TimeUnit.MILLISECONDS)); elements(q, 1, 2); }
    @Test void timedOfferIsInterruptedBefore() { interruptedBefore(() -> full().offer(3, 1, TimeUnit.SECONDS)); }
    @Test void timedOfferIsTakenOrNot() throws Exception { BlockingQueue<Integer> q = full(); Thread t = go(() -> q.poll()); boolean in = q.offer(3, 1, TimeUnit.SECONDS); t.join(); eq(in ? 2 : 1, q.size()); }
    @Test void producerAndConsumer() throws Exception { BlockingQueue<Integer> q = bounded(1); Thread t = go(() -> { q.put(1); q.put(2); q.put(3); }); eq(ONE, q.take()); eq(TWO, q.take()); eq(THREE, q.take()); t.join(); }
    @Test void iteratorOfFullWhilePolled() throws Exception { BlockingQueue<Integer> q = full(); Thread t = go(() -> q.poll()); int n = 0; for (Integer one : q) { yes(one == 1 || one == 2); n++; } t.join(); yes(n == 1 || n == 2); }
}
