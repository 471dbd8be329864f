// A counter with a lock. Expected: holds.
public class LockedUpdate {
    static int count;
    static final Object lock = new Object();
    static void work() { synchronized (lock) { count++; } }
    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(LockedUpdate::work);
        Thread b = new Thread(LockedUpdate::work);
        a.start(); b.start();
        a.join(); b.join();
        assert count == 2;
    }
}
