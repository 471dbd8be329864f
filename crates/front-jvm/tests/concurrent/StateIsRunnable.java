// A thread that was seen to run may wait by the time that it is asked again. Expected: uncaught exception.
public class StateIsRunnable {
    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        Thread other = new Thread(() -> {
            synchronized (lock) {
            }
        });
        synchronized (lock) {
            other.start();
            if (other.getState() == Thread.State.RUNNABLE) {
                // Fails if it has come to the monitor in between.
                assert other.getState() == Thread.State.RUNNABLE;
            }
        }
        other.join();
    }
}
