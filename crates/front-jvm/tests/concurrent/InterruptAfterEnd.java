// A thread that has ended can be interrupted (JDK 14 and newer). Expected: holds.
public class InterruptAfterEnd {
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> { });
        t.start();
        t.join();
        assert !t.isInterrupted();
        t.interrupt();
        assert t.isInterrupted();
    }
}
