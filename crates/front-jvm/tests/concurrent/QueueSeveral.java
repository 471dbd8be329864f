// Elements of one thread keep their order, of two threads they have none. Expected: an assertion fails, and only the last.
import java.util.concurrent.*;
public class QueueSeveral {
    static final BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(2);
    static void put(int... all) {
        try {
            for (int i : all) queue.put(i);
        } catch (InterruptedException never) {
            throw new IllegalStateException();
        }
    }
    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> put(1, 2));
        Thread two = new Thread(() -> put(5));
        one.start();
        two.start();
        int a = queue.take(), b = queue.take(), c = queue.take();
        if (a == 2 || c == 1 || b == 1 && c != 2 || a + b + c != 8) throw new IllegalStateException();
        assert a == 1;
    }
}
