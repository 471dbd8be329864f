// A counter without a lock. Expected: the assertion fails.
public class LostUpdate {
    static int count;
    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(() -> count++);
        Thread b = new Thread(() -> count++);
        a.start(); b.start();
        a.join(); b.join();
        assert count == 2;
    }
}
