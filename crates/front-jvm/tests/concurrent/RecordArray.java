// A record is immutable, but not the array in it. Expected: the assertion fails.
public class RecordArray {
    record Range(int[] bounds) {
        boolean isProper() { return bounds[0] <= bounds[1]; }
    }
    public static void main(String[] args) throws InterruptedException {
        Range range = new Range(new int[] {0, 1});
        Thread t = new Thread(() -> { range.bounds()[0] = 5; range.bounds()[1] = 6; });
        t.start();
        boolean proper = range.isProper();
        t.join();
        assert proper;
    }
}
