import java.util.concurrent.locks.LockSupport;
// What must not be null is looked at. Expected: holds.
public class BlockerOfNull {
    public static void main(String[] args) {
        boolean thrown = false;
        try { LockSupport.getBlocker(null); } catch (NullPointerException e) { thrown = true; }
        assert thrown && LockSupport.getBlocker(Thread.currentThread()) == null;
    }
}
