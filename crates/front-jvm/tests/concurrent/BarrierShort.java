// A barrier of three with two threads. Expected: deadlock.
import java.util.concurrent.*;
public class BarrierShort {
    static final CyclicBarrier barrier = new CyclicBarrier(3);
    static void meet() {
        try { barrier.await(); } catch (InterruptedException | BrokenBarrierException e) { throw new IllegalStateException(e); }
    }
    public static void main(String[] args) {
        new Thread(BarrierShort::meet).start();
        meet();
    }
}
