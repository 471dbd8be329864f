// Double-checked locking; with sequential consistency it is right. Expected: holds.
public class DoubleChecked {
    static volatile DoubleChecked instance;
    static int made;
    DoubleChecked() { made++; }
    static DoubleChecked get() {
        if (instance == null) { synchronized (DoubleChecked.class) { if (instance == null) instance = new DoubleChecked(); } }
        return instance;
    }
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> get());
        t.start(); get(); t.join();
        assert made == 1;
    }
}
