// Waiting in a loop for a volatile flag. Expected: holds.
public class SpinFlag {
    static volatile boolean ready;
    static int data;
    public static void main(String[] args) {
        new Thread(() -> { data = 1; ready = true; }).start();
        while (!ready) Thread.onSpinWait();
        assert data == 1;
    }
}
