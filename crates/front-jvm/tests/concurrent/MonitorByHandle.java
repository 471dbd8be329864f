import java.util.concurrent.atomic.AtomicReference;
// The object that is synchronized on is a thread, and came into its field by a compare-and-set. Expected: holds.
public class MonitorByHandle {
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> { });
        AtomicReference<Object> lock = new AtomicReference<>();
        lock.compareAndSet(null, t);
        synchronized (lock.get()) {
            t.start();
            // Its end notifies.
            lock.get().wait();
        }
    }
}
