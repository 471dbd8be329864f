// The condition is not looked at before waiting, so the signal can be lost. Expected: deadlock.
import java.util.concurrent.locks.*;
public class ConditionLost {
    static final Lock lock = new ReentrantLock();
    static final Condition filled = lock.newCondition();
    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> { lock.lock(); filled.signalAll(); lock.unlock(); }).start();
        lock.lock();
        filled.await();
        lock.unlock();
    }
}
