public class ByOuter {
    final Object lock = new Object();
    class Cell {
        int n;
        void add(int k) { synchronized (lock) { n += k; } }
    }
    public static void main(String[] args) throws Exception {
        Cell c = new ByOuter().new Cell();
        Thread t = new Thread(() -> c.add(1)), u = new Thread(() -> c.add(2));
        t.start(); u.start(); t.join(); u.join();
        assert c.n == 3;
    }
}
