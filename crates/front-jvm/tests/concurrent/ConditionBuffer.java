// A condition: a buffer of one place. Expected: holds.
import java.util.concurrent.locks.*;
public class ConditionBuffer {
    static final ReentrantLock lock = new ReentrantLock();
    static final Condition filled = lock.newCondition();
    static int item;
    static void put() { lock.lock(); item = 5; filled.signal(); lock.unlock(); }
    public static void main(String[] args) throws InterruptedException {
        new Thread(ConditionBuffer::put).start();
        lock.lock();
        try { while (item == 0) filled.await(); assert item == 5; } finally { lock.unlock(); }
    }
}
