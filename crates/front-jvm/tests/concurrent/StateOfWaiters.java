import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

// What a thread waits at shows in its state: a monitor, a notification, a lock, a latch, a permit, a time. Expected: holds.
public class StateOfWaiters {
    static void until(Thread thread, Thread.State state) {
        while (thread.getState() != state) {
            Thread.yield();
        }
    }

    static void blocked() throws InterruptedException {
        Object lock = new Object();
        Thread other = new Thread(() -> {
            synchronized (lock) {
            }
        });
        synchronized (lock) {
            other.start();
            until(other, Thread.State.BLOCKED);
            // Nothing can change that.
            assert other.getState() == Thread.State.BLOCKED;
        }
        other.join();
        assert other.getState() == Thread.State.TERMINATED;
    }

    static void locked() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        Thread other = new Thread(() -> {
            lock.lock();
            lock.unlock();
        });
        other.start();
        until(other, Thread.State.WAITING);
        assert other.getState() == Thread.State.WAITING;
        lock.unlock();
        other.join();
    }

    static void counted() throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(1);
        Thread other = new Thread(() -> {
            try {
                latch.await();
            } catch (InterruptedException never) {
                throw new AssertionError();
            }
        });
        other.start();
        until(other, Thread.State.WAITING);
        assert other.getState() == Thread.State.WAITING && latch.getCount() == 1;
        latch.countDown();
        other.join();
    }

    static void parked() throws InterruptedException {
        Thread other = new Thread(LockSupport::park);
        other.start();
        until(other, Thread.State.WAITING);
        LockSupport.unpark(other);
        other.join();
    }

    static void sleeps() throws InterruptedException {
        Thread other = new Thread(() -> {
            try {
                Thread.sleep(50);
            } catch (InterruptedException never) {
                throw new AssertionError();
            }
        });
        other.start();
        Thread.State state = other.getState();
        assert state == Thread.State.RUNNABLE || state == Thread.State.TIMED_WAITING || state == Thread.State.TERMINATED;
        other.join();
    }

    public static void main(String[] args) throws InterruptedException {
        blocked();
        locked();
        counted();
        parked();
        sleeps();
    }
}
