import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.*;
// A lock that is free is taken at once, and an interrupt that comes then is not noticed. Expected: holds.
public class TryLockFree {
    static final ReentrantLock lock = new ReentrantLock();

    public static void main(String[] args) throws InterruptedException {
        lock.lock();
        Thread main = Thread.currentThread();
        Thread t = new Thread(() -> {
            while (lock.getHoldCount() > 0) { }
            main.interrupt();
        });
        t.start();
        try {
            lock.tryLock(1, TimeUnit.SECONDS);
            lock.unlock();
        } catch (InterruptedException e) {
            // It was interrupted before it asked.
            assert !Thread.interrupted();
        }
        lock.unlock();
    }
}
