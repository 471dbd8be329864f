public class TimedJoin {
    static class Cell {
        int n;
        synchronized void write() { n = 1; n = 2; }
    }
    public static void main(String[] args) throws Exception {
        Cell c = new Cell();
        Thread t = new Thread(c::write);
        t.start();
        t.join(1);
        int m = c.n;
        assert m == c.n;
    }
}
