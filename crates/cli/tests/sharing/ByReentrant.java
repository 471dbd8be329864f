public class ByReentrant {
    static class Cell {
        final java.util.concurrent.locks.Lock lock = new java.util.concurrent.locks.ReentrantLock();
        int n;
        void add(int k) { lock.lock(); try { n += k; } finally { lock.unlock(); } }
    }
    public static void main(String[] args) throws Exception {
        Cell c = new Cell();
        Thread t = new Thread(() -> c.add(1)), u = new Thread(() -> c.add(2));
        t.start(); u.start(); t.join(); u.join();
        assert c.n == 3;
    }
}
