// A latch of two with one that counts down. Expected: deadlock.
import java.util.concurrent.CountDownLatch;
public class LatchShort {
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(2);
        new Thread(latch::countDown).start();
        latch.await();
    }
}
