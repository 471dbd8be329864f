// Two ReentrantLocks in opposite orders. Expected: deadlock.
import java.util.concurrent.locks.ReentrantLock;
public class LockOrder {
    static final ReentrantLock a = new ReentrantLock();
    static final ReentrantLock b = new ReentrantLock();
    static void work(ReentrantLock x, ReentrantLock y) { x.lock(); y.lock(); y.unlock(); x.unlock(); }
    public static void main(String[] args) {
        new Thread(() -> work(a, b)).start();
        work(b, a);
    }
}
