// A thread that waits for two permits holds up one behind it that could have the one there is. Expected: deadlock.
import java.util.concurrent.Semaphore;
public class SemaphoreQueue {
    public static void main(String[] args) throws InterruptedException {
        Semaphore s = new Semaphore(0, true);
        Thread two = new Thread(() -> s.acquireUninterruptibly(2));
        two.setDaemon(true);
        two.start();
        Thread one = new Thread(() -> s.acquireUninterruptibly(1));
        one.start();
        s.release();
    }
}
