// The same with a time, and of a thread that was never started; the interrupt stays. Expected: holds.
public class JoinEndedTimed {
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> { }), never = new Thread(() -> { });
        t.start();
        t.join();
        Thread.currentThread().interrupt();
        t.join(10);
        t.join(0);
        never.join();
        never.join(5);
        assert Thread.interrupted();
    }
}
