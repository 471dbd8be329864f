import java.util.concurrent.*;
// The same task may have been taken before the pool is stopped. Expected: uncaught exception.
public class PoolLaterStopped {
    static int asked;

    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(1, task -> asked++ == 0 ? null : new Thread(task));
        pool.execute(() -> { });
        assert pool.shutdownNow().size() == 1;
    }
}
