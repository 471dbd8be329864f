import com.google.common.base.Suppliers;
import com.google.common.cache.*;
import com.google.common.collect.*;
import com.google.common.util.concurrent.*;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Lock;

class Guava {
    @Test void settableIsSetOnce() throws Exception {
        SettableFuture<Integer> future = SettableFuture.create();
        boolean[] was = new boolean[2];
        Threads.together(() -> was[0] = future.set(1), () -> was[1] = future.set(2));
        assert was[0] != was[1] && future.get() == (was[0] ? 1 : 2);
    }

    @Test void listenerRunsOnce() throws Exception {
        SettableFuture<Integer> future = SettableFuture.create();
        AtomicInteger ran = new AtomicInteger();
        Threads.together(() -> future.set(1), () -> future.addListener(ran::incrementAndGet, MoreExecutors.directExecutor()));
        assert ran.get() == 1;
    }

    @Test void transformed() throws Exception {
        SettableFuture<Integer> future = SettableFuture.create();
        ListenableFuture<Integer> next = Futures.transform(future, n -> n + 1, MoreExecutors.directExecutor());
        Threads.together(() -> future.set(1), () -> { assert next.get() == 2; });
    }

    @Test void atomicLongMap() throws Exception {
        AtomicLongMap<String> counts = AtomicLongMap.create();
        Threads.together(() -> counts.incrementAndGet("k"), () -> counts.incrementAndGet("k"));
        assert counts.get("k") == 2;
    }

    @Test void multisetCounts() throws Exception {
        ConcurrentHashMultiset<String> set = ConcurrentHashMultiset.create();
        Threads.together(() -> set.add("k"), () -> set.add("k"));
        assert set.count("k") == 2;
    }

    @Test void monitorWaits() throws Exception {
        Monitor monitor = new Monitor();
        int[] value = new int[1];
        Monitor.Guard full = new Monitor.Guard(monitor) { @Override public boolean isSatisfied() { return value[0] > 0; } };
        Threads.together(
            () -> { monitor.enterWhen(full); try { assert value[0] == 1; } finally { monitor.leave(); } },
            () -> { monitor.enter(); try { value[0] = 1; } finally { monitor.leave(); } });
    }

    @Test void memoizedOnce() throws Exception {
        AtomicInteger made = new AtomicInteger();
        com.google.common.base.Supplier<Object> one = Suppliers.memoize(() -> { made.incrementAndGet(); return new Object(); });
        Threads.together(one::get, one::get);
        assert made.get() == 1;
    }

    @Test void immutableListIsShared() throws Exception {
        ImmutableList<Integer> list = ImmutableList.of(1, 2, 3);
        int[] sums = new int[2];
        Threads.together(() -> { for (int n : list) sums[0] += n; }, () -> { for (int n : list) sums[1] += n; });
        assert sums[0] == 6 && sums[1] == 6;
    }

    @Test void cacheLoadsOnce() throws Exception {
        AtomicInteger loads = new AtomicInteger();
        LoadingCache<String, Integer> cache = CacheBuilder.newBuilder().concurrencyLevel(1).build(new CacheLoader<String, Integer>() {
            @Override public Integer load(String key) { loads.incrementAndGet(); return key.length(); }
        });
        Threads.together(() -> { assert cache.get("ab") == 2; }, () -> { assert cache.get("ab") == 2; });
        assert loads.get() == 1;
    }

    @Test void stripedLock() throws Exception {
        Striped<Lock> locks = Striped.lock(2);
        int[] count = new int[1];
        Threads.Body add = () -> { Lock lock = locks.get("k"); lock.lock(); try { count[0]++; } finally { lock.unlock(); } };
        Threads.together(add, add);
        assert count[0] == 2;
    }

    /** Two locks in two orders. */
    @Test void wrongMonitorsInTwoOrders() throws Exception {
        Monitor a = new Monitor(), b = new Monitor();
        Threads.together(() -> { a.enter(); b.enter(); b.leave(); a.leave(); }, () -> { b.enter(); a.enter(); a.leave(); b.leave(); });
    }

    /** Counting in two steps. */
    @Test void wrongGetThenPut() throws Exception {
        AtomicLongMap<String> counts = AtomicLongMap.create();
        Threads.Body add = () -> counts.put("k", counts.get("k") + 1);
        Threads.together(add, add);
        assert counts.get("k") == 2;
    }

    /** A map that is not for threads. */
    @Test void wrongHashMultiset() throws Exception {
        Multiset<String> set = HashMultiset.create();
        Threads.together(() -> set.add("k"), () -> set.add("k"));
        assert set.count("k") == 2;
    }

    /** Different keys have different locks, or not. */
    @Test void wrongStripes() throws Exception {
        Striped<Lock> locks = Striped.lock(4);
        int[] count = new int[1];
        Threads.together(
            () -> { Lock lock = locks.getAt(0); lock.lock(); try { count[0]++; } finally { lock.unlock(); } },
            () -> { Lock lock = locks.getAt(1); lock.lock(); try { count[0]++; } finally { lock.unlock(); } });
        assert count[0] == 2;
    }

    /** The callback sets a plain field that the other thread polls. */
    @Test void wrongCallbackIsAwaitedByFlag() throws Exception {
        SettableFuture<Integer> future = SettableFuture.create();
        int[] result = new int[1];
        Futures.addCallback(future, new FutureCallback<Integer>() {
            @Override public void onSuccess(Integer n) { result[0] = n; }
            @Override public void onFailure(Throwable t) { }
        }, MoreExecutors.directExecutor());
        Threads.together(() -> future.set(1), () -> { if (future.isDone()) assert result[0] == 1; });
    }
}
