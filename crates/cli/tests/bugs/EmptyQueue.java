import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Two consumers ask whether there is something and then take it, but there is only one. */
public class EmptyQueue {
    static final BlockingQueue<String> QUEUE = new LinkedBlockingQueue<>();

    static void consume() {
        try {
            if (!QUEUE.isEmpty()) {
                QUEUE.take();
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        QUEUE.put("letter");
        Thread one = new Thread(EmptyQueue::consume, "one");
        Thread two = new Thread(EmptyQueue::consume, "two");
        one.start();
        two.start();
    }
}
