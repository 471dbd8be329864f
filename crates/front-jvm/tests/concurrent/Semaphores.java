// A Semaphore with one permit. Expected: holds.
import java.util.concurrent.Semaphore;
public class Semaphores {
    static final Semaphore one = new Semaphore(1);
    static int count;
    static void work() { one.acquireUninterruptibly(); count++; one.release(); }
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(Semaphores::work);
        t.start(); work(); t.join();
        assert count == 2;
    }
}
