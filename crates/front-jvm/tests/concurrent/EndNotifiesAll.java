// The end of a thread notifies all who wait on it, here by way of a field that is no thread by its type. Expected: holds.
public class EndNotifiesAll {
    static Object lock;
    static void await(Thread t) {
        synchronized (lock) {
            try { while (t.isAlive()) lock.wait(); } catch (InterruptedException e) { throw new IllegalStateException(); }
        }
    }
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> { });
        lock = t;
        t.start();
        Thread a = new Thread(() -> await(t)), b = new Thread(() -> await(t));
        a.start();
        b.start();
        a.join();
        b.join();
    }
}
