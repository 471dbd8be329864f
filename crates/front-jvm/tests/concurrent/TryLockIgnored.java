// tryLock without looking at its answer. Expected: an exception.
import java.util.concurrent.locks.ReentrantLock;
public class TryLockIgnored {
    static final ReentrantLock lock = new ReentrantLock();
    static void work() { lock.tryLock(); lock.unlock(); }
    public static void main(String[] args) {
        new Thread(TryLockIgnored::work).start();
        work();
    }
}
