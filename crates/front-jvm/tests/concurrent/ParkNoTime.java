import java.util.concurrent.locks.LockSupport;
// parkNanos of no time does not take the permit. Expected: holds.
public class ParkNoTime {
    public static void main(String[] args) {
        LockSupport.unpark(Thread.currentThread());
        LockSupport.parkNanos(0);
        LockSupport.parkNanos("blocker", -1);
        LockSupport.park();
    }
}
