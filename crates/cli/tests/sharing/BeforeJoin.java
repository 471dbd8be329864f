public class BeforeJoin {
    static class Cell {
        int n;
        synchronized void write() { n = 1; n = 2; }
    }
    public static void main(String[] args) throws Exception {
        Cell c = new Cell();
        Thread t = new Thread(c::write), u = new Thread(c::write);
        t.start(); u.start(); t.join();
        int m = c.n;
        assert m == c.n;
        u.join();
    }
}
