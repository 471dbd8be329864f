import java.util.Queue;
import org.jctools.maps.NonBlockingHashMap;
import org.jctools.queues.*;
import org.jctools.queues.atomic.*;

class JCTools {
    private static int sum(Queue<Integer> queue) {
        int sum = 0;
        for (Integer each = queue.poll(); each != null; each = queue.poll()) sum += each;
        return sum;
    }

    private static int await(Queue<Integer> queue) {
        Integer got = queue.poll();
        while (got == null) {
            Thread.yield();
            got = queue.poll();
        }
        return got;
    }

    @Test void spscKeepsOrder() throws Exception {
        SpscArrayQueue<Integer> queue = new SpscArrayQueue<>(4);
        Threads.together(() -> { queue.offer(1); queue.offer(2); }, () -> { assert await(queue) == 1; assert await(queue) == 2; });
    }

    @Test void spscIsFull() throws Exception {
        SpscArrayQueue<Integer> queue = new SpscArrayQueue<>(4);
        int capacity = queue.capacity();
        for (int i = 0; i < capacity; i++) assert queue.offer(i);
        assert !queue.offer(99);
        Threads.together(() -> { assert queue.poll() == 0; }, () -> { while (!queue.offer(7)) Thread.yield(); });
        assert queue.size() == capacity;
    }

    @Test void mpscTwoProducers() throws Exception {
        MpscArrayQueue<Integer> queue = new MpscArrayQueue<>(4);
        Threads.together(() -> queue.offer(1), () -> queue.offer(2));
        assert sum(queue) == 3;
    }

    @Test void mpmcEachOnce() throws Exception {
        MpmcArrayQueue<Integer> queue = new MpmcArrayQueue<>(2);
        queue.offer(1);
        queue.offer(2);
        int[] got = new int[2];
        Threads.together(() -> got[0] = queue.poll(), () -> got[1] = queue.poll());
        assert got[0] + got[1] == 3;
    }

    @Test void linkedAtomic() throws Exception {
        MpscLinkedAtomicQueue<Integer> queue = new MpscLinkedAtomicQueue<>();
        Threads.together(() -> queue.offer(1), () -> queue.offer(2));
        assert sum(queue) == 3;
    }

    @Test void spscAtomicDrains() throws Exception {
        SpscAtomicArrayQueue<Integer> queue = new SpscAtomicArrayQueue<>(4);
        int[] total = new int[1];
        Threads.together(() -> { queue.offer(1); queue.offer(2); },
            () -> { total[0] += await(queue); total[0] += await(queue); });
        assert total[0] == 3;
    }

    /** Its lines hold what they promise, but the map reads without order what it compares and swaps: by the Java memory model that is a data race. */
    @Test void mapPutIfAbsentOnce() throws Exception {
        NonBlockingHashMap<String, Integer> map = new NonBlockingHashMap<>();
        Integer[] was = new Integer[2];
        Threads.together(() -> was[0] = map.putIfAbsent("k", 1), () -> was[1] = map.putIfAbsent("k", 2));
        assert (was[0] == null) != (was[1] == null);
    }

    /** A queue for one producer has two. */
    @Test void wrongTwoProducersOfSpsc() throws Exception {
        SpscArrayQueue<Integer> queue = new SpscArrayQueue<>(4);
        Threads.together(() -> queue.offer(1), () -> queue.offer(2));
        assert sum(queue) == 3;
    }

    /** A queue for one consumer has two. */
    @Test void wrongTwoConsumersOfMpsc() throws Exception {
        MpscAtomicArrayQueue<Integer> queue = new MpscAtomicArrayQueue<>(4);
        queue.offer(1);
        queue.offer(2);
        Integer[] got = new Integer[2];
        Threads.together(() -> got[0] = queue.poll(), () -> got[1] = queue.poll());
        assert got[0] != null && got[1] != null && got[0] + got[1] == 3;
    }

    /** Size and poll are two steps. */
    @Test void wrongSizeThenPoll() throws Exception {
        MpmcArrayQueue<Integer> queue = new MpmcArrayQueue<>(2);
        queue.offer(1);
        Threads.Body take = () -> { if (queue.size() > 0) queue.poll().intValue(); };
        Threads.together(take, take);
    }
}
