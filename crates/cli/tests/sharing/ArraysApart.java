/** Two arrays of numbers: one is guarded by a lock, the other one by another lock. As one variable they would have none. */
public class ArraysApart {
    static class Counts {
        private final int[] counts = new int[2];

        synchronized void add(int at) {
            counts[at]++;
        }
    }

    static final Object LOCK = new Object();
    static int[] totals;

    public static void main(String[] args) throws InterruptedException {
        Counts counts = new Counts();
        totals = new int[1];
        Thread other = new Thread(() -> work(counts));
        other.start();
        work(counts);
        other.join();
        assert totals[0] == 2;
    }

    static void work(Counts counts) {
        counts.add(0);
        synchronized (LOCK) {
            totals[0]++;
        }
        int[] own = new int[1];
        own[0] = 5;
    }
}
