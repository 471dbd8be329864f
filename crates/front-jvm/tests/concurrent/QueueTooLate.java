// What is done after a put is not ordered with the take. Expected: a data race.
import java.util.concurrent.*;
public class QueueTooLate {
    static final BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(1);
    static int data;
    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            try {
                queue.take();
                int seen = data;
            } catch (InterruptedException never) {
            }
        }).start();
        queue.put(1);
        data = 1;
    }
}
