// The same with the lock of what is around it. Expected: holds.
public class OuterLock {
    int count;
    class Task implements Runnable {
        public void run() { synchronized (OuterLock.this) { count++; } }
    }
    public static void main(String[] args) throws InterruptedException {
        OuterLock outer = new OuterLock();
        Thread t = new Thread(outer.new Task());
        t.start(); outer.new Task().run(); t.join();
        assert outer.count == 2;
    }
}
