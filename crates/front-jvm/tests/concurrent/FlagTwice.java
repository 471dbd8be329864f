// The flag is looked at and then set. Expected: the assertion fails.
import java.util.concurrent.atomic.AtomicBoolean;
public class FlagTwice {
    static final AtomicBoolean taken = new AtomicBoolean();
    static int owners;
    static synchronized void own() { owners++; }
    static void take() { if (!taken.get()) { taken.set(true); own(); } }
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(FlagTwice::take);
        t.start(); take(); t.join();
        assert owners == 1;
    }
}
