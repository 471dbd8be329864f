// Two threads meet at a barrier. Expected: holds.
import java.util.concurrent.*;
public class BarrierMeet {
    static int before, runs;
    static final CyclicBarrier barrier = new CyclicBarrier(2, () -> runs++);
    static void meet() {
        try { barrier.await(); } catch (InterruptedException | BrokenBarrierException e) { throw new IllegalStateException(e); }
    }
    public static void main(String[] args) {
        new Thread(() -> { before = 1; meet(); }).start();
        meet();
        assert before == 1 && runs == 1;
    }
}
