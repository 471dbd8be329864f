/** The same with a permit. */
import java.util.concurrent.locks.LockSupport;
public class ParkIf {
    static volatile boolean ready;
    public static void main(String[] args) throws InterruptedException {
        Thread main = Thread.currentThread();
        new Thread(() -> { ready = true; LockSupport.unpark(main); }).start();
        LockSupport.park();
        assert ready;
    }
}
