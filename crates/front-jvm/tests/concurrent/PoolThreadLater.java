import java.util.concurrent.*;
// A task for which the factory had no thread waits, and the factory is asked again at once. Expected: holds.
public class PoolThreadLater {
    static int asked;
    static Thread made;
    static boolean ran;

    public static void main(String[] args) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(1, task -> asked++ == 0 ? null : (made = new Thread(task)));
        pool.execute(() -> ran = true);
        assert asked == 2;
        pool.shutdown();
        made.join();
        assert ran && pool.isTerminated();
    }
}
