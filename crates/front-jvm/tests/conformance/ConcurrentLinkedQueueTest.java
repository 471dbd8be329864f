import java.util.Collection;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

class ConcurrentLinkedQueueTest extends QueueContract {
    Queue<Integer> make() { return new ConcurrentLinkedQueue<>(); }
    Queue<Integer> of(Collection<Integer> elements) { return new ConcurrentLinkedQueue<>(elements); }

    @Test void removeByOneOfTwo() throws Exception { Queue<Integer> q = with(1, 2); boolean[] got = new boolean[1]; Thread t = go(() -> got[0] = q.remove(ONE)); boolean mine = q.remove(ONE); t.join(); yes(mine != got[0]); elements(q, 2); }
    @Test void offersOfOneThreadStayInOrder() throws Exception { Queue<Integer> q = make(); Thread t = go(() -> { q.offer(1); q.offer(2); }); q.offer(3); t.join(); int last = 0; for (Integer one : q) { if (one < 3) { yes(one > last); last = one; } } eq(2, last); }
}
