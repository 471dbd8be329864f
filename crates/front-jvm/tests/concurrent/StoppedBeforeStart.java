import java.util.concurrent.*;
// A task that is given to a pool while it is stopped is refused or interrupted. Expected: holds.
public class StoppedBeforeStart {
    public static void main(String[] args) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        Thread stops = new Thread(pool::shutdownNow);
        stops.start();
        try {
            pool.execute(() -> {
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                    return;
                }
            });
        } catch (RejectedExecutionException e) {
            assert pool.isShutdown();
        }
    }
}
