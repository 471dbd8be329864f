public class Replaced {
    static class Cell {
        Object lock = new Object();
        int n;
        void add(int k) { synchronized (lock) { int m = n; n = m + k; assert n == m + k; } }
    }
    public static void main(String[] args) throws Exception {
        Cell c = new Cell();
        Thread t = new Thread(() -> c.add(1));
        t.start();
        c.lock = new Object();
        c.add(2);
        t.join();
    }
}
