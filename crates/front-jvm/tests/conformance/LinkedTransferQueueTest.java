import java.util.Collection;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.TimeUnit;

class LinkedTransferQueueTest extends BlockingQueueContract {
    BlockingQueue<Integer> make() { return new LinkedTransferQueue<>(); }
    BlockingQueue<Integer> of(Collection<Integer> elements) { return new LinkedTransferQueue<>(elements); }

    @Test void hasRoomAlways() { eq(Integer.MAX_VALUE, make().remainingCapacity()); }
    @Test void tryTransferWithoutTakerIsRefused() { LinkedTransferQueue<Integer> q = new LinkedTransferQueue<>(); no(q.tryTransfer(1)); yes(q.isEmpty()); }
    @Test void timedTryTransferWithoutTakerIsRefused() throws Exception { LinkedTransferQueue<Integer> q = new LinkedTransferQueue<>(); no(q.tryTransfer(1, 1, TimeUnit.MILLISECONDS)); yes(q.isEmpty()); }
    @Test void transferOfNullRaises() { LinkedTransferQueue<Integer> q = new LinkedTransferQueue<>(); raises(NullPointerException.class, () -> q.transfer(null)); raises(NullPointerException.class, () -> q.tryTransfer(null)); raises(NullPointerException.class, () -> q.tryTransfer(null, 1, TimeUnit.SECONDS)); }
    @Test void blocksInTransferWithoutTaker() throws Exception { new LinkedTransferQueue<Integer>().transfer(1); }
    @Test void transferWaitsForTake() throws Exception { LinkedTransferQueue<Integer> q = new LinkedTransferQueue<>(); Thread t = go(() -> eq(ONE, q.take())); q.transfer(1); yes(q.isEmpty()); t.join(); }
    @Test void transferWaitsForPoll() throws Exception { LinkedTransferQueue<Integer> q = new LinkedTransferQueue<>(); Thread t = go(() -> q.transfer(1)); until(() -> q.poll() != null); t.join(); }
    @Test void transferIsInterrupted() throws Exception { LinkedTransferQueue<Integer> q = new LinkedTransferQueue<>(); interrupted(() -> q.transfer(1)); yes(q.isEmpty()); }
    @Test void transferIsInterruptedBefore() { interruptedBefore(() -> new LinkedTransferQueue<Integer>().transfer(1)); }
    @Test void timedTryTransferIsInterruptedBefore() { interruptedBefore(() -> new LinkedTransferQueue<Integer>().tryTransfer(1, 1, TimeUnit.SECONDS)); }
    @Test void tryTransferToATaker() throws Exception { LinkedTransferQueue<Integer> q = new LinkedTransferQueue<>(); Thread t = go(() -> eq(ONE, q.take())); until(q::hasWaitingConsumer); yes(q.tryTransfer(1)); t.join(); }
    @Test void hasNoConsumerAtFirst() { LinkedTransferQueue<Integer> q = new LinkedTransferQueue<>(); no(q.hasWaitingConsumer()); eq(0, q.getWaitingConsumerCount()); }
    @Test void countsConsumers() throws Exception { LinkedTransferQueue<Integer> q = new LinkedTransferQueue<>(); Thread t = go(() -> q.take()); until(() -> q.getWaitingConsumerCount() == 1); q.put(1); t.join(); eq(0, q.getWaitingConsumerCount()); }
    @Test void transferKeepsTheOrder() throws Exception { LinkedTransferQueue<Integer> q = new LinkedTransferQueue<>(); q.put(1); Thread t = go(() -> q.transfer(2)); eq(ONE, q.take()); eq(TWO, q.take()); t.join(); }
}
