import java.util.concurrent.*;
// A thread for a pool that was shut down meanwhile is not started. Expected: holds.
public class PoolShutByFactory {
    static ThreadPoolExecutor pool;
    static Thread made;
    static int before;

    public static void main(String[] args) {
        pool = (ThreadPoolExecutor) Executors.newFixedThreadPool(1, task -> {
            before = pool.getPoolSize();
            pool.shutdown();
            return made = new Thread(task);
        });
        try {
            pool.execute(() -> { });
            assert false;
        } catch (RejectedExecutionException e) {
            assert made.getState() == Thread.State.NEW;
            assert before == 0 && pool.isTerminated();
        }
    }
}
