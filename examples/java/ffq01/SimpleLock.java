/**
 * FFQ01 section 4.1: two threads change x under a lock, and each relies on what it wrote.
 *
 * Numbers of Java wrap around, which those of the paper do not: `multiplyExact` and `addExact` end a thread where they would.
 *
 * Expected: proved. Nothing has to be said: that mx protects x, and that x is not negative while mx is free, is found.
 */
public class SimpleLock {
    private static final Object mx = new Object();
    private static int x = 3;

    static void thread1() {
        synchronized (mx) {
            x = Math.multiplyExact(x, x);
            x = Math.addExact(x, 2);
            assert x > 1;
        }
    }

    static void thread2() {
        synchronized (mx) {
            x = 0;
            assert x == 0;
        }
    }

    public static void main(String[] arguments) {
        new Thread(SimpleLock::thread1).start();
        new Thread(SimpleLock::thread2).start();
    }
}
