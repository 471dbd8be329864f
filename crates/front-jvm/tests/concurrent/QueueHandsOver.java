// What was done before a put can be seen after the take of that element, and what was done before a take after the put that it made room for. Expected: holds.
import java.util.concurrent.*;
public class QueueHandsOver {
    static final BlockingQueue<Integer> array = new ArrayBlockingQueue<>(1), linked = new LinkedBlockingQueue<>();
    static int before, after;
    public static void main(String[] args) throws InterruptedException {
        Thread taker = new Thread(() -> {
            try {
                if (linked.take() != 1 || before != 1) throw new AssertionError();
                after = 1;
                if (array.take() != 1 || array.take() != 2) throw new AssertionError();
            } catch (InterruptedException never) {
                throw new AssertionError();
            }
        });
        taker.start();
        array.put(1);
        before = 1;
        linked.put(1);
        array.put(2);
        if (after != 1) throw new AssertionError();
        taker.join();
    }
}
