// The interrupt that a thread did not notice is there when it has ended. Expected: holds.
public class InterruptKeptAtEnd {
    public static void main(String[] args) throws Exception {
        Thread quiet = new Thread(() -> Thread.currentThread().interrupt());
        Thread busy = new Thread(() -> { Thread.currentThread().interrupt(); Thread.interrupted(); });
        quiet.start();
        busy.start();
        quiet.join();
        busy.join();
        assert quiet.isInterrupted() && !busy.isInterrupted();
    }
}
