public class Grandchild {
    static class Cell {
        int n;
        synchronized void write() { n = 1; n = 2; }
    }
    public static void main(String[] args) throws Exception {
        Cell c = new Cell();
        Thread t = new Thread(() -> new Thread(c::write).start());
        t.start();
        t.join();
        int m = c.n;
        assert m == c.n;
    }
}
