// Values of a record are equal by their parts. Expected: holds.
public class RecordValue {
    record Point(int x, long y, String name) {}
    static volatile Point shared = new Point(0, 0L, "o");
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> shared = new Point(1, 2L, "p"));
        t.start();
        Point seen = shared;
        t.join();
        assert seen.equals(new Point(0, 0L, "o")) || seen.equals(new Point(1, 2L, "p"));
        assert !seen.equals(null) && seen.hashCode() == new Point(seen.x(), seen.y(), seen.name()).hashCode();
        assert shared.toString().equals("Point[x=1, y=2, name=p]");
    }
}
