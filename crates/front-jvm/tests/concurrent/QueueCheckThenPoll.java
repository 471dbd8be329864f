// isEmpty, then poll: another may have been faster. Expected: an exception.
import java.util.concurrent.ConcurrentLinkedQueue;
public class QueueCheckThenPoll {
    static final ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>();
    static void work() { if (!queue.isEmpty()) { int x = queue.poll(); } }
    public static void main(String[] args) {
        queue.add(1);
        new Thread(QueueCheckThenPoll::work).start();
        work();
    }
}
