import java.util.concurrent.*;
// A factory that gives no thread leaves the task in the queue; one that throws tells who gave the task. Expected: holds.
public class PoolWithoutThreads {
    static int asked;

    public static void main(String[] args) {
        ExecutorService none = Executors.newFixedThreadPool(1, task -> null);
        none.execute(() -> { throw new AssertionError(); });
        assert none.shutdownNow().size() == 1;
        assert none.isTerminated();
        ExecutorService once = Executors.newFixedThreadPool(1, task -> {
            if (asked++ == 0) {
                throw new IllegalStateException();
            }
            return new Thread(task);
        });
        try {
            once.execute(() -> { throw new AssertionError(); });
            assert false;
        } catch (IllegalStateException e) {
            assert asked == 1;
        }
        once.execute(() -> { });
        once.shutdown();
        assert asked == 2;
    }
}
