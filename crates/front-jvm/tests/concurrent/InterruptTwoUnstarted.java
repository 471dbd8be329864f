// An interrupt before the start is for that thread alone, and is noticed once. Expected: holds.
public class InterruptTwoUnstarted {
    static volatile int noticed;
    static class Waiter extends Thread {
        public synchronized void run() {
            for (int i = 0; i < 2; i++) {
                try { wait(5); } catch (InterruptedException e) { noticed++; }
            }
        }
    }
    public static void main(String[] args) throws Exception {
        Waiter a = new Waiter(), b = new Waiter();
        a.interrupt();
        assert a.isInterrupted() && !b.isInterrupted() && !Thread.currentThread().isInterrupted();
        a.start();
        b.start();
        a.join();
        b.join();
        assert noticed == 1;
    }
}
