// From hand to hand. Expected: holds.
import java.util.concurrent.SynchronousQueue;
public class HandOver {
    static final SynchronousQueue<String> queue = new SynchronousQueue<>();
    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            try { queue.put("x"); } catch (InterruptedException e) { throw new IllegalStateException(e); }
        }).start();
        assert queue.take().equals("x");
    }
}
