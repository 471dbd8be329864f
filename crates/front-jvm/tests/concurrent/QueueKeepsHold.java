// Who has put something in a queue still changes it. Expected: a data race, and what was taken may be half done.
import java.util.concurrent.*;
public class QueueKeepsHold {
    static class Pair {
        int left, right;
    }
    public static void main(String[] args) throws InterruptedException {
        BlockingQueue<Pair> queue = new LinkedBlockingQueue<>();
        Thread taker = new Thread(() -> {
            try {
                Pair pair = queue.take();
                if (pair.left != pair.right) throw new IllegalStateException();
            } catch (InterruptedException never) {
            }
        });
        taker.start();
        Pair pair = new Pair();
        queue.put(pair);
        pair.left = 1;
        pair.right = 1;
    }
}
