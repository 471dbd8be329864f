// A wait on a condition with a time: it may or may not be up. Expected: the assertion fails.
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.*;
public class ConditionTimed {
    static final Lock lock = new ReentrantLock();
    static final Condition filled = lock.newCondition();
    static boolean full;
    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> { lock.lock(); full = true; filled.signal(); lock.unlock(); }).start();
        lock.lock();
        if (!full) filled.await(1, TimeUnit.SECONDS);
        assert full;
        lock.unlock();
    }
}
