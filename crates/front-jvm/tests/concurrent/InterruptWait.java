// An interrupt ends a wait. Expected: holds; nobody waits for ever.
public class InterruptWait extends Thread {
    boolean interrupted;
    public void run() {
        synchronized (this) {
            try { wait(); } catch (InterruptedException e) { interrupted = true; }
        }
    }
    public static void main(String[] args) throws InterruptedException {
        InterruptWait t = new InterruptWait();
        t.start();
        t.interrupt();
        t.join();
        assert t.interrupted;
    }
}
