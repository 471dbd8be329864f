// As InterruptedWaits: joining a thread notices an interruption too. Expected: assertion.
public class InterruptedJoins {
    static final Object o = new Object(), p = new Object();

    public static void main(String[] args) {
        Thread main = Thread.currentThread();
        Thread t = new Thread(() -> {
            synchronized (o) { }
            try { main.join(); } catch (InterruptedException e) { }
            synchronized (p) { }
        });
        synchronized (p) {
            synchronized (o) { t.start(); t.interrupt(); }
            assert t.isInterrupted();
        }
    }
}
