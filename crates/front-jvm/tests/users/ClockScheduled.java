import java.util.concurrent.*;
// Who has waited for longer than a delay finds it over. Expected: holds.
public class ClockScheduled {
    public static void main(String[] args) throws Exception {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
        ScheduledFuture<?> f = pool.schedule(() -> { }, 1, TimeUnit.MILLISECONDS);
        Thread t = new Thread(() -> { try { Thread.sleep(50); } catch (InterruptedException e) { } });
        t.start();
        t.join();
        assert f.getDelay(TimeUnit.NANOSECONDS) <= 0;
        f.get();
        pool.shutdown();
    }
}
