// Who was notified is blocked while the monitor is not free: WAITING is not to be expected any more. Expected: uncaught exception.
public class StateOfNotified {
    static boolean go;

    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        Thread other = new Thread(() -> {
            synchronized (lock) {
                while (!go) {
                    try {
                        lock.wait();
                    } catch (InterruptedException never) {
                        throw new AssertionError();
                    }
                }
            }
        });
        other.start();
        while (other.getState() != Thread.State.WAITING) {
            Thread.yield();
        }
        synchronized (lock) {
            assert other.getState() == Thread.State.WAITING;
            go = true;
            lock.notify();
            // Fails: it is blocked now.
            assert other.getState() == Thread.State.WAITING;
        }
        other.join();
    }
}
