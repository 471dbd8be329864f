// A deadline that the program computes: wait until it has passed. Expected: assertion (the time may be up).
public class ClockDeadline {
    static boolean done;
    static synchronized boolean await(long millis) throws InterruptedException {
        long deadline = System.nanoTime() + millis * 1_000_000;
        while (!done) {
            long left = deadline - System.nanoTime();
            if (left <= 0) return false;
            ClockDeadline.class.wait(left / 1_000_000 + 1);
        }
        return true;
    }
    static synchronized void finish() { done = true; ClockDeadline.class.notifyAll(); }
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(ClockDeadline::finish);
        t.start();
        boolean before = await(50);
        t.join();
        assert before;
    }
}
