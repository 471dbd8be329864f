import com.lmax.disruptor.*;
import java.util.concurrent.atomic.AtomicInteger;

class DisruptorTests {
    static class Event { int value; }

    private static void publish(RingBuffer<Event> ring, int value) {
        long at = ring.next();
        try {
            ring.get(at).value = value;
        } finally {
            ring.publish(at);
        }
    }

    @Test void oneProducerOneConsumer() throws Exception {
        RingBuffer<Event> ring = RingBuffer.createSingleProducer(Event::new, 2, new YieldingWaitStrategy());
        SequenceBarrier barrier = ring.newBarrier();
        Sequence read = new Sequence();
        ring.addGatingSequences(read);
        Threads.together(() -> publish(ring, 7),
            () -> { barrier.waitFor(0); assert ring.get(0).value == 7; read.set(0); });
    }

    @Test void blockingWait() throws Exception {
        RingBuffer<Event> ring = RingBuffer.createSingleProducer(Event::new, 2, new BlockingWaitStrategy());
        SequenceBarrier barrier = ring.newBarrier();
        Threads.together(() -> publish(ring, 7), () -> { barrier.waitFor(0); assert ring.get(0).value == 7; });
    }

    @Test void twoProducers() throws Exception {
        RingBuffer<Event> ring = RingBuffer.createMultiProducer(Event::new, 2, new BlockingWaitStrategy());
        Threads.together(() -> publish(ring, 1), () -> publish(ring, 2));
        assert ring.get(0).value + ring.get(1).value == 3;
    }

    @Test void sequenceCounts() throws Exception {
        Sequence sequence = new Sequence(0);
        Threads.together(sequence::incrementAndGet, sequence::incrementAndGet);
        assert sequence.get() == 2;
    }

    /** A ring for one producer has two. */
    @Test void wrongTwoProducersOfOne() throws Exception {
        RingBuffer<Event> ring = RingBuffer.createSingleProducer(Event::new, 2, new BlockingWaitStrategy());
        Threads.together(() -> publish(ring, 1), () -> publish(ring, 2));
        assert ring.get(0).value + ring.get(1).value == 3;
    }

    /** The event is changed after it was published. */
    @Test void wrongChangedAfterPublish() throws Exception {
        RingBuffer<Event> ring = RingBuffer.createSingleProducer(Event::new, 2, new BlockingWaitStrategy());
        SequenceBarrier barrier = ring.newBarrier();
        Threads.together(() -> { long at = ring.next(); ring.publish(at); ring.get(at).value = 7; },
            () -> { barrier.waitFor(0); assert ring.get(0).value == 7; });
    }

    /** The slot is read before it is known to be there. */
    @Test void wrongReadBeforeBarrier() throws Exception {
        RingBuffer<Event> ring = RingBuffer.createSingleProducer(Event::new, 2, new BlockingWaitStrategy());
        Threads.together(() -> publish(ring, 7), () -> { assert ring.get(0).value == 0; });
    }

    /** Reading and setting a sequence are two steps. */
    @Test void wrongGetThenSet() throws Exception {
        Sequence sequence = new Sequence(0);
        Threads.Body add = () -> sequence.set(sequence.get() + 1);
        Threads.together(add, add);
        assert sequence.get() == 2;
    }
}
