// An inner class locks itself instead of what is around it. Expected: the assertion fails.
public class InnerLock {
    int count;
    class Task implements Runnable {
        public void run() { synchronized (this) { count++; } }
    }
    public static void main(String[] args) throws InterruptedException {
        InnerLock outer = new InnerLock();
        Thread t = new Thread(outer.new Task());
        t.start(); outer.new Task().run(); t.join();
        assert outer.count == 2;
    }
}
