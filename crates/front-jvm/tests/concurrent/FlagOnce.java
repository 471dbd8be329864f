// A flag that only one thread may set. Expected: holds.
import java.util.concurrent.atomic.AtomicBoolean;
public class FlagOnce {
    static final AtomicBoolean taken = new AtomicBoolean();
    static int owners;
    static void take() { if (taken.compareAndSet(false, true)) owners++; }
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(FlagOnce::take);
        t.start(); take(); t.join();
        assert owners == 1;
    }
}
