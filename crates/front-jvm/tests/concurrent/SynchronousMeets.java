// A put ends when somebody takes; what was offered was taken. Expected: holds.
import java.util.concurrent.*;
public class SynchronousMeets {
    static final SynchronousQueue<Integer> queue = new SynchronousQueue<>();
    static volatile boolean began;
    static int data;
    public static void main(String[] args) throws InterruptedException {
        Thread taker = new Thread(() -> {
            try {
                began = true;
                int got = queue.take();
                if (got == 1 && data != 1) throw new IllegalStateException();
            } catch (InterruptedException never) {
                throw new IllegalStateException();
            }
        });
        taker.start();
        data = 1;
        boolean given = queue.offer(1);
        if (!given) queue.put(1);
        if (!began) throw new IllegalStateException();
        taker.join();
    }
}
