public class ByField {
    static class Cell {
        final Object lock = new Object();
        int n;
        void add(int k) { synchronized (lock) { n += k; } }
    }
    public static void main(String[] args) throws Exception {
        Cell c = new Cell();
        Thread t = new Thread(() -> c.add(1)), u = new Thread(() -> c.add(2));
        t.start(); u.start(); t.join(); u.join();
        assert c.n == 3;
    }
}
