// A thread that ends waits for its own monitor, and is blocked meanwhile. Expected: holds.
public class StateOfEnding {
    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> { });
        synchronized (other) {
            other.start();
            while (other.getState() != Thread.State.BLOCKED) {
                Thread.yield();
            }
        }
        other.join();
        assert other.getState() == Thread.State.TERMINATED;
    }
}
