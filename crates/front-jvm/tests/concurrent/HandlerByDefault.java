// The handler of all threads is set by one of them, while another may already have failed. Expected: violated.
public class HandlerByDefault {
    static volatile int seen;
    public static void main(String[] args) throws Exception {
        Thread setter = new Thread(() -> Thread.setDefaultUncaughtExceptionHandler((u, e) -> seen++));
        Thread fails = new Thread(() -> { throw new IllegalStateException(); });
        setter.start();
        fails.start();
        setter.join();
        fails.join();
    }
}
