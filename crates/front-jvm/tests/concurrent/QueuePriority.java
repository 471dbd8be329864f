// The smallest comes first. Expected: holds.
import java.util.concurrent.PriorityBlockingQueue;
public class QueuePriority {
    static final PriorityBlockingQueue<Integer> queue = new PriorityBlockingQueue<>();
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> queue.add(1));
        t.start(); queue.add(2); t.join();
        assert queue.take() == 1 && queue.take() == 2;
    }
}
