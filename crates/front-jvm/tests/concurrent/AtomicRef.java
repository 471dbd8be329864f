// compareAndSet of an AtomicReference: one of two wins. Expected: holds.
import java.util.concurrent.atomic.AtomicReference;
public class AtomicRef {
    static final AtomicReference<String> ref = new AtomicReference<>();
    static boolean a, b;
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> a = ref.compareAndSet(null, "a"));
        t.start(); b = ref.compareAndSet(null, "b"); t.join();
        assert a != b;
        assert ref.get() == (a ? "a" : "b");
    }
}
