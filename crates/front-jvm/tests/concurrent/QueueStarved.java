// Two are taken, one is put. Expected: deadlock.
import java.util.concurrent.*;
public class QueueStarved {
    static final BlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> queue.add(1)).start();
        queue.take();
        queue.take();
    }
}
