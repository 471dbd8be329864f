// Who finds a partner does not notice an interrupt, who waits does. Expected: holds.
import java.util.concurrent.*;
public class SynchronousInterrupted {
    static final SynchronousQueue<Integer> queue = new SynchronousQueue<>();
    public static void main(String[] args) throws InterruptedException {
        Thread taker = new Thread(() -> {
            try {
                queue.take();
            } catch (InterruptedException never) {
                throw new IllegalStateException();
            }
        });
        taker.start();
        Thread.currentThread().interrupt();
        boolean given = false;
        try {
            queue.put(1);
            given = true;
        } catch (InterruptedException e) {
        }
        if (Thread.interrupted() != given) throw new IllegalStateException();
        if (!given) queue.put(1);
        taker.join();
    }
}
