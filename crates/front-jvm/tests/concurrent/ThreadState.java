// What holdsLock and getState say. Expected: holds.
public class ThreadState {
    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        Thread t = new Thread(() -> { synchronized (lock) { assert Thread.holdsLock(lock); } });
        assert t.getState() == Thread.State.NEW && !Thread.holdsLock(lock);
        t.start(); t.join();
        assert t.getState() == Thread.State.TERMINATED && !t.isAlive();
    }
}
