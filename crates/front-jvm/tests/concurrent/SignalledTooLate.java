import java.util.concurrent.locks.*;
// Who was signalled may have no time left when it has the lock again. Expected: assertion.
public class SignalledTooLate {
    static final ReentrantLock lock = new ReentrantLock();
    static final Condition ready = lock.newCondition();
    static boolean sent;
    static int waiters;

    public static void main(String[] args) throws InterruptedException {
        Thread sender = new Thread(() -> {
            lock.lock();
            waiters = lock.getWaitQueueLength(ready);
            ready.signal();
            sent = waiters == 1 && lock.getWaitQueueLength(ready) == 0;
            lock.unlock();
        });
        lock.lock();
        sender.start();
        long left = ready.awaitNanos(1000);
        // Nobody else waits, so a signal that was sent was for this thread.
        assert !sent || left > 0;
        lock.unlock();
    }
}
