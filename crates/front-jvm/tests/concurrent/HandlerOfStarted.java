// A handler that is set by a thread that is started itself. Expected: holds.
public class HandlerOfStarted {
    static volatile int q;
    static void run() {
        try {
            Thread t = new Thread(() -> { throw new IllegalStateException(); });
            t.setUncaughtExceptionHandler((u, e) -> q = 31);
            t.start();
            t.join();
        } catch (Throwable e) { q = 1; }
    }
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(HandlerOfStarted::run);
        t.start();
        t.join();
        assert q == 31;
    }
}
