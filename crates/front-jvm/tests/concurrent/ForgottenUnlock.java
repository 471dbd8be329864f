// finally gives the lock back only on one of two ways out. Expected: deadlock.
import java.util.concurrent.locks.ReentrantLock;
public class ForgottenUnlock {
    static final ReentrantLock lock = new ReentrantLock();
    static void work(int x) {
        lock.lock();
        if (x > 0) return;
        lock.unlock();
    }
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> work(1));
        t.start(); t.join();
        work(0);
    }
}
