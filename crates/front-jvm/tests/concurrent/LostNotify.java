// The notification may come before the wait. Expected: deadlock.
public class LostNotify {
    static final Object lock = new Object();
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> { synchronized (lock) { lock.notify(); } });
        t.start();
        synchronized (lock) { lock.wait(); }
    }
}
