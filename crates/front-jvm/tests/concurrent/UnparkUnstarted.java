import java.util.concurrent.locks.LockSupport;
// A permit that is given before the start is lost. Expected: deadlock.
public class UnparkUnstarted {
    public static void main(String[] args) {
        Thread t = new Thread(LockSupport::park);
        LockSupport.unpark(t);
        t.start();
    }
}
