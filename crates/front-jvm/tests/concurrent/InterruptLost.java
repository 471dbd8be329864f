// The flag is cleared by the exception and nobody sets it again. Expected: the assertion fails.
public class InterruptLost {
    static boolean stopped;
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            try { Thread.sleep(1000); } catch (InterruptedException e) { /* swallowed */ }
            stopped = Thread.currentThread().isInterrupted();
        });
        t.start(); t.interrupt(); t.join();
        assert stopped;
    }
}
