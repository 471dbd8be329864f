// Nobody may wait yet. Expected: an assertion fails.
import java.util.concurrent.*;
public class SynchronousOffer {
    static final SynchronousQueue<Integer> queue = new SynchronousQueue<>(true);
    public static void main(String[] args) throws InterruptedException {
        Thread taker = new Thread(() -> {
            try {
                queue.poll(1, TimeUnit.SECONDS);
            } catch (InterruptedException never) {
            }
        });
        taker.start();
        assert queue.offer(1);
    }
}
