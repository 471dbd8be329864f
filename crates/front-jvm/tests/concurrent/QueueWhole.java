// An iterator, for which the JDK's own queue is taken, beside a thread that takes. Expected: holds.
import java.util.concurrent.*;
public class QueueWhole {
    static final BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(2);
    public static void main(String[] args) throws InterruptedException {
        queue.add(1);
        queue.add(2);
        Thread taker = new Thread(() -> queue.poll());
        taker.start();
        int sum = 0;
        for (int element : queue) sum += element;
        assert sum == 3 || sum == 2;
        taker.join();
    }
}
