/** Waits once: right only if nothing returns without a reason. */
public class WaitIf {
    static boolean ready;
    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        new Thread(() -> { synchronized (lock) { ready = true; lock.notify(); } }).start();
        synchronized (lock) {
            if (!ready) lock.wait();
            assert ready;
        }
    }
}
