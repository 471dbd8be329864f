// Two tasks in a pool, their results, and its end. Expected: holds.
import java.util.concurrent.*;
public class PoolResult {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Future<Integer> a = pool.submit(() -> 1), b = pool.submit(() -> 2);
        assert a.get() + b.get() == 3;
        pool.shutdown();
        try {
            pool.execute(() -> { });
            assert false;
        } catch (RejectedExecutionException e) {
            assert pool.isShutdown();
        }
    }
}
