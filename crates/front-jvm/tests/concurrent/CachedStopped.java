import java.util.concurrent.*;
// Tasks are handed to a worker that waits, so none is left when the pool is stopped. Expected: holds.
public class CachedStopped {
    static volatile int ran;

    public static void main(String[] args) {
        ExecutorService pool = Executors.newCachedThreadPool();
        pool.execute(() -> ran++);
        while (ran == 0) { }
        pool.execute(() -> ran++);
        assert pool.shutdownNow().isEmpty();
    }
}
