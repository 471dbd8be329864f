public class Pooled {
    static class Cell {
        int n;
        synchronized void write() { n = 1; n = 2; }
    }
    public static void main(String[] args) throws Exception {
        Cell c = new Cell();
        var pool = java.util.concurrent.Executors.newFixedThreadPool(1);
        pool.submit(c::write);
        Thread t = new Thread(c::write);
        t.start(); t.join();
        int m = c.n;
        assert m == c.n;
        pool.shutdown();
    }
}
