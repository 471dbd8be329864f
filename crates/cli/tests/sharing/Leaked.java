public class Leaked {
    static Cell known;
    static class Cell {
        final Object lock;
        int n;
        Cell() { known = this; lock = new Object(); add(); }
        void add() { Object l = lock; synchronized (l == null ? Cell.class : l) { int m = n; n = m + 1; assert n == m + 1; } }
    }
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> { Cell c = known; if (c != null) c.add(); });
        t.start();
        new Cell();
        t.join();
    }
}
