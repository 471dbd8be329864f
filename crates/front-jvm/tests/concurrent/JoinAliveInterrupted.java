// Who is interrupted joins a thread that may or may not have ended. Expected: holds; either it throws, or the interrupt stays.
public class JoinAliveInterrupted {
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> { });
        t.start();
        Thread.currentThread().interrupt();
        boolean thrown = false;
        try { t.join(); } catch (InterruptedException e) { thrown = true; }
        assert thrown != Thread.interrupted();
    }
}
