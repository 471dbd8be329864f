// The task that waits in a pool is interrupted when that is stopped; one that has not begun is given back. Expected: holds.
import java.util.concurrent.*;
public class PoolStopped {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        CountDownLatch never = new CountDownLatch(1);
        Future<Boolean> first = pool.submit(() -> {
            try { never.await(); return false; } catch (InterruptedException e) { return true; }
        });
        pool.execute(() -> { throw new IllegalStateException(); });
        int left = pool.shutdownNow().size();
        assert left == 1 || left == 2;
        if (left == 1) assert first.get();
    }
}
