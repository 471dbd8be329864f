// A field updater. Expected: holds.
import java.util.concurrent.atomic.*;
public class FieldUpdater {
    volatile int count;
    volatile String name = "";
    static final AtomicIntegerFieldUpdater<FieldUpdater> COUNT = AtomicIntegerFieldUpdater.newUpdater(FieldUpdater.class, "count");
    static final AtomicReferenceFieldUpdater<FieldUpdater, String> NAME =
        AtomicReferenceFieldUpdater.newUpdater(FieldUpdater.class, String.class, "name");
    public static void main(String[] args) throws InterruptedException {
        FieldUpdater it = new FieldUpdater();
        Thread t = new Thread(() -> { COUNT.incrementAndGet(it); NAME.compareAndSet(it, "", "t"); });
        t.start(); COUNT.addAndGet(it, 2); t.join();
        assert it.count == 3 && it.name.equals("t");
    }
}
