import java.util.concurrent.*;
// In a fair semaphore one waits behind who has a time, though there are permits. Expected: uncaught exception.
public class FairBehindTimed {
    static final Semaphore permits = new Semaphore(1, true);

    public static void main(String[] args) throws InterruptedException {
        Thread wants = new Thread(() -> {
            try {
                permits.tryAcquire(2, 1, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                return;
            }
        });
        wants.start();
        assert permits.tryAcquire(1, TimeUnit.MILLISECONDS);
    }
}
