import static org.junit.jupiter.api.Assertions.*;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.*;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PoolTest {
    private final ExecutorService pool = Executors.newFixedThreadPool(2);
    private int plain;

    @AfterEach
    void stop() {
        pool.shutdown();
    }

    @Test
    void sums() throws Exception {
        List<Future<Integer>> results = new ArrayList<>();
        for (int i = 1; i <= 2; i++) {
            int n = i;
            results.add(pool.submit(() -> n * n));
        }
        int sum = 0;
        for (Future<Integer> result : results) {
            sum += result.get();
        }
        assertEquals(5, sum);
    }

    @Test
    void wraps() {
        Future<?> result = pool.submit(() -> { throw new IllegalStateException("task"); });
        ExecutionException e = assertThrows(ExecutionException.class, result::get);
        assertEquals(IllegalStateException.class, e.getCause().getClass());
    }

    @Test
    void races() throws Exception {
        Future<?> a = pool.submit(() -> plain++), b = pool.submit(() -> plain++);
        a.get();
        b.get();
        assertEquals(2, plain);
    }

    @Test
    void latch() throws Exception {
        CountDownLatch ready = new CountDownLatch(2);
        pool.execute(ready::countDown);
        pool.execute(ready::countDown);
        ready.await();
        assertEquals(0, ready.getCount());
    }
}
