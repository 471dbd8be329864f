/**
 * Dekker's algorithm, FFQ01 section 6.1. An assignment of the paper is one atomic operation, also one that reads a variable and writes
 * another; in Java that is a synchronized block.
 *
 * Expected: proved. Only the property is written. That a1 and cs1 are written by one thread, a2 and cs2 by the other, is seen; the
 * paper's other two conjuncts, cs1 => a1 and cs2 => a2, are found.
 */
@Invariant("!(cs1 && cs2)")
public class Dekker {
    private static final Object atomic = new Object();
    private static boolean a1, a2, cs1, cs2;

    static void thread1() {
        while (true) {
            synchronized (atomic) { a1 = true; }
            boolean enters;
            synchronized (atomic) { cs1 = !a2; enters = cs1; }
            if (enters) {
                synchronized (atomic) { assert cs1 && !cs2; }
                synchronized (atomic) { cs1 = false; }
            }
            synchronized (atomic) { a1 = false; }
        }
    }

    static void thread2() {
        while (true) {
            synchronized (atomic) { a2 = true; }
            boolean enters;
            synchronized (atomic) { cs2 = !a1; enters = cs2; }
            if (enters) {
                synchronized (atomic) { assert cs2 && !cs1; }
                synchronized (atomic) { cs2 = false; }
            }
            synchronized (atomic) { a2 = false; }
        }
    }

    public static void main(String[] arguments) {
        new Thread(Dekker::thread1).start();
        new Thread(Dekker::thread2).start();
    }
}

@interface Invariant { String[] value(); }
