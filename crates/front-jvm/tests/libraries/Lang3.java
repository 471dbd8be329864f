import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.commons.lang3.concurrent.*;

class Lang3 {
    static class Lazy extends LazyInitializer<Object> {
        final AtomicInteger made = new AtomicInteger();
        @Override protected Object initialize() { made.incrementAndGet(); return new Object(); }
    }

    static class Safe extends AtomicSafeInitializer<Object> {
        final AtomicInteger made = new AtomicInteger();
        @Override protected Object initialize() { made.incrementAndGet(); return new Object(); }
    }

    static class Atomic extends AtomicInitializer<Object> {
        final AtomicInteger made = new AtomicInteger();
        @Override protected Object initialize() { made.incrementAndGet(); return new Object(); }
    }

    @Test void lazyIsMadeOnce() throws Exception {
        Lazy lazy = new Lazy();
        Object[] got = new Object[2];
        Threads.together(() -> got[0] = lazy.get(), () -> got[1] = lazy.get());
        assert got[0] == got[1] && lazy.made.get() == 1;
    }

    @Test void atomicSafeIsMadeOnce() throws Exception {
        Safe safe = new Safe();
        Object[] got = new Object[2];
        Threads.together(() -> got[0] = safe.get(), () -> got[1] = safe.get());
        assert got[0] == got[1] && safe.made.get() == 1;
    }

    @Test void atomicIsOneObject() throws Exception {
        Atomic atomic = new Atomic();
        Object[] got = new Object[2];
        Threads.together(() -> got[0] = atomic.get(), () -> got[1] = atomic.get());
        assert got[0] == got[1];
    }

    @Test void memoizerComputesOnce() throws Exception {
        AtomicInteger computed = new AtomicInteger();
        Memoizer<Integer, Integer> memo = new Memoizer<>((Computable<Integer, Integer>) n -> { computed.incrementAndGet(); return n + 1; });
        Threads.together(() -> { assert memo.compute(1) == 2; }, () -> { assert memo.compute(1) == 2; });
        assert computed.get() == 1;
    }

    @Test void thresholdOpens() throws Exception {
        ThresholdCircuitBreaker breaker = new ThresholdCircuitBreaker(1);
        Threads.together(() -> breaker.incrementAndCheckState(1L), () -> breaker.incrementAndCheckState(1L));
        assert breaker.isOpen();
    }

    @Test void putIfAbsentGivesOne() throws Exception {
        ConcurrentMap<String, Object> map = new ConcurrentHashMap<>();
        Object[] got = new Object[2];
        Threads.together(() -> got[0] = ConcurrentUtils.putIfAbsent(map, "k", "a"), () -> got[1] = ConcurrentUtils.putIfAbsent(map, "k", "b"));
        assert got[0] == got[1];
    }

    /** That one object is used does not mean that one is made. */
    @Test void wrongAtomicIsMadeOnce() throws Exception {
        Atomic atomic = new Atomic();
        Threads.together(atomic::get, atomic::get);
        assert atomic.made.get() == 1;
    }

    /** The initialiser is safe, what it initialises is not. */
    @Test void wrongLazyIsShared() throws Exception {
        LazyInitializer<int[]> lazy = new LazyInitializer<>() {
            @Override protected int[] initialize() { return new int[1]; }
        };
        Threads.together(() -> lazy.get()[0]++, () -> lazy.get()[0]++);
        assert lazy.get()[0] == 2;
    }

    /** Both find it absent and make one. */
    @Test void wrongCheckThenAct() throws Exception {
        ConcurrentMap<String, Integer> map = new ConcurrentHashMap<>();
        Threads.Body add = () -> { Integer old = map.get("k"); ConcurrentUtils.putIfAbsent(map, "k", 0); map.put("k", old == null ? 1 : old + 1); };
        Threads.together(add, add);
        assert map.get("k") == 2;
    }

    /** Asking and counting are two steps. */
    @Test void wrongBreakerAskedFirst() throws Exception {
        ThresholdCircuitBreaker breaker = new ThresholdCircuitBreaker(1);
        AtomicInteger allowed = new AtomicInteger();
        Threads.Body call = () -> { if (breaker.checkState()) { breaker.incrementAndCheckState(2L); allowed.incrementAndGet(); } };
        Threads.together(call, call);
        assert allowed.get() == 1;
    }
}
