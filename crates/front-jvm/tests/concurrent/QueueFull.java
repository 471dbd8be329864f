// Two elements, room for one, one taken while nobody may wait any more. Expected: deadlock.
import java.util.concurrent.*;
public class QueueFull {
    static final BlockingQueue<Integer> queue = new LinkedBlockingQueue<>(1);
    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> queue.poll()).start();
        queue.put(1);
        queue.put(2);
    }
}
