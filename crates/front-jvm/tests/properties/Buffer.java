import commute.Verify;

/** A bounded buffer with one that fills it and one that empties it. */
public class Buffer {
    static final int CAPACITY = 2;
    static final Object lock = new Object();
    static int count;
    static int[] slots = new int[CAPACITY];

    static void put(int value) throws InterruptedException {
        synchronized (lock) {
            while (count == CAPACITY) {
                lock.wait();
            }
            slots[count] = value;
            count++;
            lock.notifyAll();
        }
        Verify.event("put");
    }

    static void take() throws InterruptedException {
        synchronized (lock) {
            while (count == 0) {
                lock.wait();
            }
            count--;
            lock.notifyAll();
        }
        Verify.event("taken");
    }

    public static void main(String[] args) {
        new Thread(() -> {
            try {
                for (int i = 1; i <= 3; i++) {
                    put(i);
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }, "producer").start();
        new Thread(() -> {
            try {
                for (int i = 1; i <= 3; i++) {
                    take();
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }, "consumer").start();
    }
}
