// The third thread asks whether the first one is interrupted, and is not interrupted itself; then it is the other way round.
public class InterruptedOther {
    static volatile boolean done;
    static volatile boolean first;
    static volatile boolean own;

    public static void main(String[] args) throws InterruptedException {
        Thread works = new Thread(() -> {
            while (!done) {
                Thread.onSpinWait();
            }
        });
        works.start();
        Thread rests = new Thread(() -> { });
        rests.start();
        rests.join();
        works.interrupt();
        Thread asks = new Thread(() -> {
            first = works.isInterrupted();
            own = Thread.currentThread().isInterrupted();
        });
        asks.start();
        asks.join();
        done = true;
        assert first && !own;
    }
}
