import com.github.benmanes.caffeine.cache.*;
import java.util.concurrent.atomic.AtomicInteger;

class CaffeineTests {
    @Test void computedOnce() throws Exception {
        AtomicInteger loads = new AtomicInteger();
        Cache<String, Integer> cache = Caffeine.newBuilder().build();
        Threads.Body get = () -> { assert cache.get("ab", k -> { loads.incrementAndGet(); return k.length(); }) == 2; };
        Threads.together(get, get);
        assert loads.get() == 1;
    }

    @Test void loadingCache() throws Exception {
        AtomicInteger loads = new AtomicInteger();
        LoadingCache<String, Integer> cache = Caffeine.newBuilder().build(k -> { loads.incrementAndGet(); return k.length(); });
        Threads.together(() -> { assert cache.get("ab") == 2; }, () -> { assert cache.get("ab") == 2; });
        assert loads.get() == 1;
    }

    @Test void asMapMerges() throws Exception {
        Cache<String, Integer> cache = Caffeine.newBuilder().build();
        Threads.together(() -> cache.asMap().merge("k", 1, Integer::sum), () -> cache.asMap().merge("k", 1, Integer::sum));
        assert cache.getIfPresent("k") == 2;
    }

    @Test void invalidated() throws Exception {
        Cache<String, Integer> cache = Caffeine.newBuilder().build();
        cache.put("k", 1);
        Threads.together(() -> cache.invalidate("k"), () -> { Integer got = cache.getIfPresent("k"); assert got == null || got == 1; });
        assert cache.getIfPresent("k") == null;
    }

    /** Looking and putting are two steps. */
    @Test void wrongCheckThenPut() throws Exception {
        AtomicInteger loads = new AtomicInteger();
        Cache<String, Integer> cache = Caffeine.newBuilder().build();
        Threads.Body get = () -> { if (cache.getIfPresent("k") == null) { loads.incrementAndGet(); cache.put("k", 1); } };
        Threads.together(get, get);
        assert loads.get() == 1;
    }

    /** Looking twice. */
    @Test void wrongPresentThenGet() throws Exception {
        Cache<String, Integer> cache = Caffeine.newBuilder().build();
        cache.put("k", 1);
        Threads.together(() -> { if (cache.getIfPresent("k") != null) cache.getIfPresent("k").intValue(); }, () -> cache.invalidate("k"));
    }

    /** What is cached is not protected by the cache. */
    @Test void wrongSharedValue() throws Exception {
        Cache<String, int[]> cache = Caffeine.newBuilder().build();
        Threads.Body add = () -> cache.get("k", k -> new int[1])[0]++;
        Threads.together(add, add);
        assert cache.getIfPresent("k")[0] == 2;
    }

    /** Counting in two steps. */
    @Test void wrongLostCount() throws Exception {
        Cache<String, Integer> cache = Caffeine.newBuilder().build();
        cache.put("k", 0);
        Threads.Body add = () -> cache.put("k", cache.getIfPresent("k") + 1);
        Threads.together(add, add);
        assert cache.getIfPresent("k") == 2;
    }
}
