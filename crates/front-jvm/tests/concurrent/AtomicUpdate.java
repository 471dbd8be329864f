// An atomic counter. Expected: holds.
import java.util.concurrent.atomic.AtomicInteger;
public class AtomicUpdate {
    static final AtomicInteger count = new AtomicInteger();
    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(() -> count.incrementAndGet());
        a.start(); count.incrementAndGet(); a.join();
        assert count.get() == 2;
    }
}
