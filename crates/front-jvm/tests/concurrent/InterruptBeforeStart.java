// A thread that was interrupted before it was started is interrupted (JDK 14 and newer). Expected: assertion.
public class InterruptBeforeStart {
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            try { Thread.sleep(10); } catch (InterruptedException e) { assert false : "interrupted before it was started"; }
        });
        t.interrupt();
        t.start();
        t.join();
    }
}
