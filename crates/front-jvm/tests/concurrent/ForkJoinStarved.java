// A pool of one thread: its first task waits for the second. Expected: deadlock.
import java.util.concurrent.*;
public class ForkJoinStarved {
    public static void main(String[] args) throws Exception {
        CountDownLatch latch = new CountDownLatch(1);
        ForkJoinPool pool = new ForkJoinPool(1);
        Future<?> first = pool.submit(() -> { try { latch.await(); } catch (InterruptedException e) { } });
        pool.submit(latch::countDown);
        first.get();
    }
}
