// Whether another thread was started and has ended is not settled by who asks first. Expected: uncaught exception.
public class StateOfOther {
    static volatile Thread asked;

    public static void main(String[] args) throws InterruptedException {
        asked = new Thread(() -> { });
        Thread asks = new Thread(() -> {
            assert asked.getState() != Thread.State.TERMINATED;
        });
        asks.start();
        asked.start();
        asks.join();
    }
}
