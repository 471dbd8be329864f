// One that is not. Expected: the assertion fails.
import java.util.concurrent.locks.StampedLock;
public class StampedUnchecked {
    static final StampedLock lock = new StampedLock();
    static int a, b;
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> { long w = lock.writeLock(); a = 1; b = 1; lock.unlockWrite(w); });
        t.start();
        long stamp = lock.tryOptimisticRead();
        int x = a, y = b;
        if (stamp != 0) assert x == y;
        t.join();
    }
}
