// A buffer of one place with two conditions, used by two threads on each side. Expected: holds.
import java.util.concurrent.locks.*;
public class TwoConditions {
    static final ReentrantLock lock = new ReentrantLock();
    static final Condition empty = lock.newCondition(), full = lock.newCondition();
    static int place, sum;
    static void put(int value) throws InterruptedException {
        lock.lockInterruptibly();
        try {
            while (place != 0) empty.await();
            place = value;
            full.signal();
        } finally { lock.unlock(); }
    }
    static void take() throws InterruptedException {
        lock.lock();
        lock.lock();
        try {
            while (place == 0) full.await();
            assert lock.getHoldCount() == 2 && !lock.hasWaiters(empty) | lock.getWaitQueueLength(empty) < 2;
            sum += place;
            place = 0;
            empty.signal();
        } finally { lock.unlock(); lock.unlock(); }
    }
    interface Action { void run() throws InterruptedException; }
    static Thread start(Action action) {
        Thread t = new Thread(() -> { try { action.run(); } catch (InterruptedException e) { throw new RuntimeException(e); } });
        t.start();
        return t;
    }
    public static void main(String[] args) throws InterruptedException {
        Thread a = start(() -> put(1)), b = start(() -> put(2)), c = start(TwoConditions::take);
        take();
        a.join(); b.join(); c.join();
        assert sum == 3 && !lock.isLocked();
    }
}
