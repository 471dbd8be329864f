public class ByPath {
    static class Holder { final Object lock = new Object(); }
    static class Cell {
        final Holder holder = new Holder();
        int n;
        void add(int k) { synchronized (holder.lock) { n += k; } }
    }
    public static void main(String[] args) throws Exception {
        Cell c = new Cell();
        Thread t = new Thread(() -> c.add(1)), u = new Thread(() -> c.add(2));
        t.start(); u.start(); t.join(); u.join();
        assert c.n == 3;
    }
}
