import java.util.concurrent.*;
// A thread of a pool has what was there when it was made. Expected: holds.
public class InheritedByPool {
    static final InheritableThreadLocal<Integer> v = new InheritableThreadLocal<>();
    public static void main(String[] args) throws Exception {
        v.set(1);
        ExecutorService pool = Executors.newSingleThreadExecutor();
        pool.submit(() -> { }).get();
        v.set(2);
        assert pool.submit(() -> v.get()).get() == 1;
        pool.shutdown();
    }
}
