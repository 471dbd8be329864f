// Whoever begins to wait while it is interrupted is interrupted no more, and others can ask. Selective searches took waiting and asking for
// independent. Expected: assertion.
public class InterruptedWaits {
    static final Object o = new Object(), p = new Object();

    public static void main(String[] args) {
        Thread t = new Thread(() -> {
            synchronized (o) { try { o.wait(); } catch (InterruptedException e) { } }
            synchronized (p) { }
        });
        synchronized (p) {
            synchronized (o) { t.start(); t.interrupt(); }
            assert t.isInterrupted();
        }
    }
}
