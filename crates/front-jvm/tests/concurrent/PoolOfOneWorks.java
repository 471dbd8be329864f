import java.util.*;
import java.util.concurrent.*;
// It does its tasks one after another, and can be stopped. Expected: holds.
public class PoolOfOneWorks {
    static int n;
    public static void main(String[] args) throws Exception {
        ExecutorService one = Executors.newSingleThreadExecutor(r -> new Thread(r, "worker"));
        assert !(one instanceof ThreadPoolExecutor);
        Future<Integer> a = one.submit(() -> ++n), b = one.submit(() -> ++n);
        assert b.get() == 2 && a.get() == 1;
        one.shutdown();
        boolean refused = false;
        try { one.execute(() -> { }); } catch (RejectedExecutionException e) { refused = true; }
        assert refused && one.isShutdown();
    }
}
