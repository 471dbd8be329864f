// A ReentrantLock from the JDK's own classes. Expected: holds.
import java.util.concurrent.locks.ReentrantLock;
public class ReentrantLocks {
    static final ReentrantLock lock = new ReentrantLock();
    static int count;
    static void work() { lock.lock(); try { count++; } finally { lock.unlock(); } }
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(ReentrantLocks::work);
        t.start(); work(); t.join();
        assert count == 2;
    }
}
