// The lock is a boxed number that changes with what it protects. Expected: the assertion fails.
public class BoxedLock {
    static Integer count = 0;
    static void work() { synchronized (count) { count++; } }
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> { work(); work(); });
        t.start(); work(); t.join();
        assert count == 3;
    }
}
