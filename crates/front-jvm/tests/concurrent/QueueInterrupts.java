// Who waits is interrupted, or takes the element if that comes in time and is then still interrupted; nothing gets lost. Expected: holds.
import java.util.concurrent.*;
public class QueueInterrupts {
    static final BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(1);
    static volatile boolean taken, interrupted;
    public static void main(String[] args) throws InterruptedException {
        Thread taker = new Thread(() -> {
            try {
                queue.take();
                taken = true;
            } catch (InterruptedException e) {
                interrupted = !Thread.currentThread().isInterrupted();
            }
        });
        taker.start();
        taker.interrupt();
        queue.put(1);
        taker.join();
        assert taken != interrupted && queue.size() == (taken ? 0 : 1);
    }
}
