// Time does not go backwards from one thread to another. Expected: holds.
public class ClockOrdered {
    static volatile long first;
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            try { Thread.sleep(1); } catch (InterruptedException e) { }
            first = System.nanoTime();
            synchronized (args) { args.notify(); }
        });
        long before = System.nanoTime();
        synchronized (args) { t.start(); args.wait(); }
        long after = System.nanoTime();
        assert first - before >= 1_000_000 && after - first >= 0;
    }
}
