// Copies of objects: clone is shallow. Expected: the assertion fails.
public class CloneShallow implements Cloneable {
    int[] cells = {1};
    int size = 1;
    @Override public CloneShallow clone() {
        try { return (CloneShallow) super.clone(); } catch (CloneNotSupportedException e) { throw new AssertionError(e); }
    }
    public static void main(String[] args) throws InterruptedException {
        CloneShallow a = new CloneShallow(), b = a.clone();
        Thread t = new Thread(() -> b.cells[0]++);
        t.start(); int seen = a.cells[0]; t.join();
        assert b.size == 1 && b != a;
        assert seen == 1;
    }
}
