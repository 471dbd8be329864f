// A thread that waits for a lock can be interrupted. Expected: holds.
import java.util.concurrent.locks.ReentrantLock;
public class LockInterruptibly {
    static final ReentrantLock lock = new ReentrantLock();
    static boolean interrupted;
    public static void main(String[] args) throws InterruptedException {
        lock.lock();
        Thread t = new Thread(() -> {
            try { lock.lockInterruptibly(); lock.unlock(); } catch (InterruptedException e) { interrupted = true; }
        });
        t.start(); t.interrupt(); t.join();
        assert interrupted;
        lock.unlock();
    }
}
