import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** A thread for each task; closing the service waits for them. */
public class VirtualTasks {
    static int plain;

    static synchronized void add() {
        plain++;
    }

    public static void main(String[] args) throws Exception {
        try (ExecutorService tasks = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> first = tasks.submit(VirtualTasks::add);
            first.get();
        }
        assert plain == 1;
    }
}
