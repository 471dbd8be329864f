import java.util.concurrent.*;
// Who interrupts a thread of a pool before its first task has begun interrupts nobody. Expected: deadlock.
public class PoolClearsInterrupt {
    static Thread made;

    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(1, task -> made = new Thread(task));
        pool.execute(() -> {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                return;
            }
        });
        made.interrupt();
        pool.shutdown();
    }
}
