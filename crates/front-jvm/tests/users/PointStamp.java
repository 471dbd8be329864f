import java.util.concurrent.locks.StampedLock;
public class PointStamp {
    private double x, y;
    private final StampedLock sl = new StampedLock();
    void move(double dx, double dy) {
        long stamp = sl.writeLock();
        try { x += dx; y += dy; } finally { sl.unlockWrite(stamp); }
    }
    double distance() {
        long stamp = sl.tryOptimisticRead();
        double cx = x, cy = y;
        if (!sl.validate(stamp)) {
            stamp = sl.readLock();
            try { cx = x; cy = y; } finally { sl.unlockRead(stamp); }
        }
        return Math.sqrt(cx * cx + cy * cy);
    }
    public static void main(String[] args) throws Exception {
        PointStamp p = new PointStamp();
        Thread w = new Thread(() -> p.move(3, 4));
        w.start();
        double d = p.distance();
        if (d != 0.0 && d != 5.0) throw new AssertionError("torn read: " + d);
        w.join();
    }
}
