// Nobody shuts the pool down: its worker waits for ever. Expected: deadlock.
import java.util.concurrent.*;
public class PoolLeft {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        pool.execute(() -> { });
    }
}
