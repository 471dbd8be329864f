// signal without the lock. Expected: an exception.
import java.util.concurrent.locks.*;
public class ConditionUnlocked {
    public static void main(String[] args) {
        Lock lock = new ReentrantLock();
        Condition c = lock.newCondition();
        new Thread(() -> { lock.lock(); lock.unlock(); }).start();
        c.signal();
    }
}
