// Sleeping does not order threads. Expected: the assertion fails.
public class SleepOrder {
    static int x;
    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> x = 1).start();
        Thread.sleep(1000);
        assert x == 1;
    }
}
