// A handler of uncaught exceptions. Expected: holds.
public class UncaughtHandler {
    static volatile String seen = "";
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> { throw new IllegalStateException("gone"); });
        t.setUncaughtExceptionHandler((thread, thrown) -> seen = thrown.getMessage());
        t.start(); t.join();
        assert seen.equals("gone");
    }
}
