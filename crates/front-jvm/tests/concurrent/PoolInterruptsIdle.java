import java.util.concurrent.*;
// A pool that is shut down interrupts workers that wait, and one may end so. Expected: uncaught exception.
public class PoolInterruptsIdle {
    static boolean interrupted;

    public static void main(String[] args) throws InterruptedException {
        Thread[] made = new Thread[1];
        ExecutorService pool = Executors.newFixedThreadPool(1, task -> made[0] = new Thread(() -> {
            task.run();
            interrupted = Thread.currentThread().isInterrupted();
        }));
        pool.execute(() -> { });
        pool.shutdown();
        made[0].join();
        assert !interrupted;
    }
}
