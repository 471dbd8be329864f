import java.util.concurrent.*;
// Those with many threads are. Expected: holds.
public class PoolsThatAre {
    public static void main(String[] args) {
        ThreadPoolExecutor fixed = (ThreadPoolExecutor) Executors.newFixedThreadPool(2);
        ThreadPoolExecutor cached = (ThreadPoolExecutor) Executors.newCachedThreadPool();
        assert fixed.getCorePoolSize() == 2 && fixed.getMaximumPoolSize() == 2;
        assert cached.getCorePoolSize() == 0 && cached.getKeepAliveTime(TimeUnit.SECONDS) == 60;
        assert !(Executors.unconfigurableExecutorService(fixed) instanceof ThreadPoolExecutor);
        fixed.shutdown();
        cached.shutdown();
    }
}
