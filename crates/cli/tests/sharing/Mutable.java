public class Mutable {
    static class Holder { final Object lock = new Object(); }
    static class Cell {
        Holder holder = new Holder();
        int n;
        void add(int k) { synchronized (holder.lock) { int m = n; n = m + k; assert n == m + k; } }
    }
    public static void main(String[] args) throws Exception {
        Cell c = new Cell();
        Thread t = new Thread(() -> c.add(1));
        t.start();
        c.holder = new Holder();
        c.add(2);
        t.join();
    }
}
