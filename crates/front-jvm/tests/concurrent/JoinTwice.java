// Joining a thread that has ended, or was never started, does not wait. Expected: holds.
public class JoinTwice {
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> { });
        t.join();
        t.start();
        t.join();
        t.join();
        assert !t.isAlive();
    }
}
