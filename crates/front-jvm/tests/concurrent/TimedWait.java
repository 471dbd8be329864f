// A timed wait may end by itself. Expected: holds.
public class TimedWait {
    static final Object lock = new Object();
    public static void main(String[] args) throws InterruptedException {
        synchronized (lock) { lock.wait(100); }
    }
}
