// unpark gives a permit that park takes, whatever comes first. Expected: holds.
import java.util.concurrent.locks.LockSupport;
public class ParkLost {
    public static void main(String[] args) {
        Thread me = Thread.currentThread();
        new Thread(() -> LockSupport.unpark(me)).start();
        LockSupport.park();
    }
}
