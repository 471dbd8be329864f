// tryLock and its answer. Expected: holds.
import java.util.concurrent.locks.ReentrantLock;
public class TryLock {
    static final ReentrantLock lock = new ReentrantLock();
    static int count, missed;
    static boolean work() {
        if (!lock.tryLock()) return false;
        try { count++; } finally { lock.unlock(); }
        return true;
    }
    public static void main(String[] args) throws InterruptedException {
        boolean[] did = new boolean[1];
        Thread t = new Thread(() -> did[0] = work());
        t.start(); boolean mine = work(); t.join();
        assert count == (mine ? 1 : 0) + (did[0] ? 1 : 0);
    }
}
