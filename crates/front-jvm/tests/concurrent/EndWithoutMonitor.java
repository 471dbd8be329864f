// Without that: who waits on another object is not notified by the end of a thread. Expected: deadlock.
public class EndWithoutMonitor {
    static final Object lock = new Object();
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> { });
        synchronized (lock) { t.start(); while (t.isAlive()) lock.wait(); }
    }
}
