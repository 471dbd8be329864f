// join of a thread that has ended does not throw, though interrupted. Expected: assertion.
public class JoinEndedInterrupted {
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> { });
        t.start();
        t.join();
        Thread.currentThread().interrupt();
        boolean thrown = false;
        try { t.join(); } catch (InterruptedException e) { thrown = true; }
        assert thrown;
    }
}
