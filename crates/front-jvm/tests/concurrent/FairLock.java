// A fair lock. Expected: holds.
import java.util.concurrent.locks.ReentrantLock;
public class FairLock {
    static final ReentrantLock lock = new ReentrantLock(true);
    static int count;
    static void work() { lock.lock(); try { count++; } finally { lock.unlock(); } }
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(FairLock::work);
        t.start(); work(); t.join();
        assert count == 2 && lock.isFair() && !lock.isLocked();
    }
}
