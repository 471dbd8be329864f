import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;

/** An assertion fails in a task of a pool. */
public class TaskFails {
    static final AtomicBoolean OPEN = new AtomicBoolean();

    static void use() {
        if (!OPEN.get()) {
            throw new IllegalStateException("not open yet");
        }
    }

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        pool.submit(() -> OPEN.set(true));
        Future<?> user = pool.submit(TaskFails::use);
        pool.shutdown();
        user.get();
    }
}
