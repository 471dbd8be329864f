import java.util.concurrent.*;
// A worker that has failed is gone before another one takes its place. Expected: uncaught exception.
public class PoolSizeMeanwhile {
    public static void main(String[] args) {
        ThreadPoolExecutor pool = (ThreadPoolExecutor) Executors.newFixedThreadPool(1, task -> {
            Thread thread = new Thread(task);
            thread.setUncaughtExceptionHandler((failed, why) -> { });
            return thread;
        });
        pool.execute(() -> { throw new IllegalStateException(); });
        assert pool.getPoolSize() == 1;
        pool.shutdown();
    }
}
