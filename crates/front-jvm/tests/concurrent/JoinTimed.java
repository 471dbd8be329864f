// join with a time may come back before the end. Expected: the assertion fails.
public class JoinTimed {
    static volatile int result;
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> result = 42);
        t.start(); t.join(100);
        assert result == 42;
    }
}
