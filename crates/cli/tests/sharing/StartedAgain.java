public class StartedAgain {
    static class Cell {
        int n;
        synchronized void write() { n = 1; n = 2; }
    }
    public static void main(String[] args) throws Exception {
        Cell c = new Cell();
        Thread t = new Thread(c::write);
        t.start(); t.join();
        assert c.n == 2;
        c.n = 0;
        Thread u = new Thread(c::write);
        u.start();
        int m = c.n;
        assert m == c.n;
        u.join();
    }
}
