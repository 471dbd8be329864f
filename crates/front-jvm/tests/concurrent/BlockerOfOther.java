import java.util.concurrent.locks.LockSupport;

// What a thread says that it parks for, and that it parks for nothing afterwards. Expected: holds.
public class BlockerOfOther {
    public static void main(String[] args) throws InterruptedException {
        Object what = new Object();
        Thread other = new Thread(() -> LockSupport.park(what));
        other.start();
        while (LockSupport.getBlocker(other) == null) {
            Thread.yield();
        }
        assert LockSupport.getBlocker(other) == what;
        LockSupport.unpark(other);
        other.join();
        assert LockSupport.getBlocker(other) == null;
    }
}
