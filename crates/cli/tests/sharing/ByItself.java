public class ByItself {
    static class Cell {
        int n;
        synchronized void add(int k) { n += k; }
    }
    public static void main(String[] args) throws Exception {
        Cell c = new Cell();
        c.n = 1;
        Thread t = new Thread(() -> c.add(1)), u = new Thread(() -> c.add(2));
        t.start(); u.start(); t.join(); u.join();
        assert c.n == 4;
    }
}
