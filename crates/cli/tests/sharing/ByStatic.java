public class ByStatic {
    static final Object LOCK = new Object();
    static int n;
    static class Cell { void add(int k) { synchronized (LOCK) { n += k; } } }
    public static void main(String[] args) throws Exception {
        Cell c = new Cell();
        Thread t = new Thread(() -> c.add(1)), u = new Thread(() -> c.add(2));
        t.start(); u.start(); t.join(); u.join();
        assert n == 3;
    }
}
