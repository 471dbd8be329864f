/** Waits again as long as it is not time to go on. */
public class WaitWhile {
    static boolean ready;
    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        new Thread(() -> { synchronized (lock) { ready = true; lock.notify(); } }).start();
        synchronized (lock) {
            while (!ready) lock.wait();
            assert ready;
        }
    }
}
