// The end of a thread notifies who waits on it. Expected: holds.
public class EndNotifiesWaiter {
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> { });
        synchronized (t) { t.start(); while (t.isAlive()) t.wait(); }
        assert !t.isAlive();
    }
}
