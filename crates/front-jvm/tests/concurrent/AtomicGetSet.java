// `get` and then `set` of an atomic counter. Expected: the assertion fails.
import java.util.concurrent.atomic.AtomicInteger;
public class AtomicGetSet {
    static final AtomicInteger count = new AtomicInteger();
    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(() -> count.set(count.get() + 1));
        a.start(); count.set(count.get() + 1); a.join();
        assert count.get() == 2;
    }
}
