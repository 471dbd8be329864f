// An exception that leaves a synchronized method gives the monitor back. Expected: holds.
public class ExceptionReleases {
    int n;
    synchronized void fail() { n++; throw new IllegalStateException(); }
    synchronized void work() { n++; }
    public static void main(String[] args) throws InterruptedException {
        ExceptionReleases o = new ExceptionReleases();
        Thread t = new Thread(() -> { try { o.fail(); } catch (IllegalStateException e) { } });
        t.start();
        o.work();
        t.join();
        assert o.n == 2;
    }
}
