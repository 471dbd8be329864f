import java.util.concurrent.*;
// Waiting for a pool that has ended does not notice an interrupt. Expected: holds.
public class PoolEndedInterrupted {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.shutdown();
        Thread.currentThread().interrupt();
        assert pool.awaitTermination(1, TimeUnit.SECONDS);
        assert Thread.interrupted();
    }
}
