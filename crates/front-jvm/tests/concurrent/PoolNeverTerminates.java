import java.util.concurrent.*;
// Without threads a pool that queues keeps its tasks, so it does not terminate; one that hands them over refuses them. Expected: holds.
public class PoolNeverTerminates {
    public static void main(String[] args) {
        ExecutorService queues = Executors.newFixedThreadPool(1, task -> null);
        queues.execute(() -> { });
        queues.shutdown();
        assert !queues.isTerminated() && ((ThreadPoolExecutor) queues).isTerminating();
        assert queues.shutdownNow().size() == 1 && queues.isTerminated();
        ExecutorService hands = Executors.newCachedThreadPool(task -> null);
        try {
            hands.execute(() -> { });
            assert false;
        } catch (RejectedExecutionException e) {
            assert hands.shutdownNow().isEmpty() && hands.isTerminated();
        }
    }
}
