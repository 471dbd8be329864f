// A thread that waits for a condition is interrupted and then signalled, by one that holds the lock all the time: it may
// still notice the interrupt first. Expected: the assertion fails.
import java.util.concurrent.locks.*;
public class SignalOrInterrupt {
    static final Lock lock = new ReentrantLock();
    static final Condition changed = lock.newCondition();
    static boolean waits;
    public static void main(String[] args) {
        Thread t = new Thread(() -> {
            lock.lock();
            try {
                waits = true;
                changed.await();
            } catch (InterruptedException e) {
                assert false;
            } finally {
                lock.unlock();
            }
        });
        t.setDaemon(true);
        t.start();
        lock.lock();
        if (waits) t.interrupt();
        waits = false;
        changed.signal();
        lock.unlock();
        lock.lock();
        changed.signal();
        lock.unlock();
    }
}
