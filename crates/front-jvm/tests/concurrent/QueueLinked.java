// A queue without locks. Expected: holds.
import java.util.concurrent.ConcurrentLinkedQueue;
public class QueueLinked {
    static final ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>();
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> queue.offer(1));
        t.start(); queue.offer(2); t.join();
        assert queue.poll() + queue.poll() == 3 && queue.isEmpty();
    }
}
