// A bounded queue between two threads. Expected: holds.
import java.util.concurrent.ArrayBlockingQueue;
public class QueueArray {
    static final ArrayBlockingQueue<Integer> queue = new ArrayBlockingQueue<>(1);
    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            try { queue.put(1); } catch (InterruptedException e) { throw new IllegalStateException(e); }
        }).start();
        assert queue.take() == 1;
    }
}
