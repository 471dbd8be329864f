/** The same with a condition. */
import java.util.concurrent.locks.*;
public class AwaitIf {
    static boolean ready;
    public static void main(String[] args) throws InterruptedException {
        Lock lock = new ReentrantLock();
        Condition changed = lock.newCondition();
        new Thread(() -> { lock.lock(); ready = true; changed.signal(); lock.unlock(); }).start();
        lock.lock();
        if (!ready) changed.await();
        assert ready;
        lock.unlock();
    }
}
