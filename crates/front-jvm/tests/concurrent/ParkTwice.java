// There is one permit at most. Expected: deadlock.
import java.util.concurrent.locks.LockSupport;
public class ParkTwice {
    public static void main(String[] args) {
        Thread me = Thread.currentThread();
        new Thread(() -> { LockSupport.unpark(me); LockSupport.unpark(me); }).start();
        LockSupport.park();
        LockSupport.park();
    }
}
