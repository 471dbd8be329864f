// A sleeping thread is interrupted, or was before it slept. Expected: holds.
public class InterruptSleep {
    static boolean interrupted, slept;
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            try { Thread.sleep(1000); slept = true; } catch (InterruptedException e) { interrupted = true; }
        });
        t.start(); t.interrupt(); t.join();
        assert interrupted != slept;
    }
}
