public class Swapped {
    static class Cell {
        final Object lock = new Object();
        int n;
        void add(Cell other) { synchronized (other.lock) { int m = n; n = m + 1; assert n == m + 1; } }
    }
    public static void main(String[] args) throws Exception {
        Cell c = new Cell(), d = new Cell();
        Thread t = new Thread(() -> c.add(c)), u = new Thread(() -> c.add(d));
        t.start(); u.start(); t.join(); u.join();
    }
}
