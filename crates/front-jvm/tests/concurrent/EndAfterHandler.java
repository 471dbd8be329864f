// A thread whose exception is handled ends like others. Expected: holds.
public class EndAfterHandler {
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> { throw new IllegalStateException(); });
        t.setUncaughtExceptionHandler((thread, e) -> { });
        synchronized (t) { t.start(); while (t.isAlive()) t.wait(); }
    }
}
