// poll with a time may find nothing. Expected: an exception.
import java.util.concurrent.*;
public class QueueTimed {
    static final BlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> queue.add(1)).start();
        int got = queue.poll(1, TimeUnit.SECONDS);
    }
}
