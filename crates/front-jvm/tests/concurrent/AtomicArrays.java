// Elements of atomic arrays, and long counters. Expected: holds.
import java.util.concurrent.atomic.*;
public class AtomicArrays {
    static final AtomicIntegerArray cells = new AtomicIntegerArray(2);
    static final AtomicLong sum = new AtomicLong(1L << 40);
    static void work(int i) { cells.incrementAndGet(i); cells.addAndGet(0, 2); sum.accumulateAndGet(3, Long::sum); }
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> work(1));
        t.start(); work(0); t.join();
        assert cells.get(0) == 5 && cells.get(1) == 1 && sum.get() == (1L << 40) + 6;
    }
}
