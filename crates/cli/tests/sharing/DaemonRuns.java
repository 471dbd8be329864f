public class DaemonRuns {
    static class Cell {
        int n;
        synchronized void write() { n = 1; n = 2; }
    }
    public static void main(String[] args) throws Exception {
        Cell c = new Cell();
        Thread d = new Thread(c::write);
        d.setDaemon(true);
        Thread t = new Thread(c::write);
        d.start(); t.start(); t.join();
        int m = c.n;
        assert m == c.n;
    }
}
