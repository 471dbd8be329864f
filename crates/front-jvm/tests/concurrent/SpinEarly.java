// The flag is set before the data. Expected: the assertion fails.
public class SpinEarly {
    static volatile boolean ready;
    static int data;
    public static void main(String[] args) {
        new Thread(() -> { ready = true; data = 1; }).start();
        while (!ready) Thread.yield();
        assert data == 1;
    }
}
