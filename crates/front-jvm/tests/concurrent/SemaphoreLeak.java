// More permits are wanted than come back. Expected: deadlock.
import java.util.concurrent.Semaphore;
public class SemaphoreLeak {
    static final Semaphore permits = new Semaphore(2);
    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> permits.acquireUninterruptibly()).start();
        permits.acquire(2);
        permits.release(2);
    }
}
