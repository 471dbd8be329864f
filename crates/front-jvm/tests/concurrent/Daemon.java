// A daemon need not end. Expected: holds.
public class Daemon {
    public static void main(String[] args) {
        Thread t = new Thread(() -> {
            Object o = new Object();
            synchronized (o) { try { o.wait(); } catch (InterruptedException e) { } }
        });
        t.setDaemon(true);
        t.start();
    }
}
