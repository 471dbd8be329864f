import java.util.concurrent.TimeUnit;
public class RateLimiter {
    private final int permitsPerSecond;
    private final long windowNanos = TimeUnit.SECONDS.toNanos(1);
    private int used;
    private long windowStart = System.nanoTime();
    RateLimiter(int permitsPerSecond) { this.permitsPerSecond = permitsPerSecond; }
    boolean tryAcquire() {           // forgot synchronized
        long now = System.nanoTime();
        if (now - windowStart >= windowNanos) { windowStart = now; used = 0; }
        if (used < permitsPerSecond) { used++; return true; }
        return false;
    }
    static int granted;
    static final Object lock = new Object();
    public static void main(String[] args) throws Exception {
        RateLimiter limiter = new RateLimiter(1);
        Runnable r = () -> { if (limiter.tryAcquire()) synchronized (lock) { granted++; } };
        Thread a = new Thread(r), b = new Thread(r);
        a.start(); b.start(); a.join(); b.join();
        assert granted <= 1 : "granted " + granted;
    }
}
