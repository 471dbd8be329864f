import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

/** One class for each rule about what happens before what, once kept and once broken. `expected.tsv` says which is which, and why. */
public class Races {
    interface Body { void run() throws Exception; }

    static Thread start(Body body) {
        Thread thread = new Thread(() -> {
            try { body.run(); } catch (Exception e) { throw new RuntimeException(e); }
        });
        thread.start();
        return thread;
    }

    // --- Accesses that are no race at all, and the plain case
    static class TwoReads {
        static int x = 7;
        public static void main(String[] a) { start(() -> { int y = x; }); int z = x; }
    }
    static class TwoWrites {
        static int x;
        public static void main(String[] a) { start(() -> x = 1); x = 1; }
    }
    static class ReadWrite {
        static int x;
        public static void main(String[] a) { start(() -> { int y = x; }); x = 1; }
    }
    static class Increments {
        static int x;
        public static void main(String[] a) { start(() -> x++); x++; }
    }
    static class LongHalves {
        static long x;
        public static void main(String[] a) { start(() -> x = -1L); long y = x; }
    }
    static class OtherElements {
        static final int[] x = new int[2];
        public static void main(String[] a) { start(() -> x[0] = 1); x[1] = 1; }
    }
    static class SameElement {
        static final int[] x = new int[2];
        public static void main(String[] a) { start(() -> x[1] = 1); x[1] = 2; }
    }
    static class OtherObjects {
        int x;
        public static void main(String[] a) {
            OtherObjects one = new OtherObjects(), other = new OtherObjects();
            start(() -> one.x = 1);
            other.x = 1;
        }
    }
    static class SameObject {
        int x;
        public static void main(String[] a) {
            SameObject one = new SameObject();
            start(() -> one.x = 1);
            one.x = 2;
        }
    }

    // --- 17.4.5, monitors
    static class Monitor {
        static int x;
        static synchronized void bump() { x++; }
        public static void main(String[] a) { start(Monitor::bump); bump(); }
    }
    static class OneWithoutMonitor {
        static int x;
        static synchronized void bump() { x++; }
        public static void main(String[] a) { start(OneWithoutMonitor::bump); x++; }
    }
    static class TwoMonitors {
        static int x;
        static final Object one = new Object(), other = new Object();
        public static void main(String[] a) {
            start(() -> { synchronized (one) { x++; } });
            synchronized (other) { x++; }
        }
    }
    static class FieldOfThis {
        int x;
        private final Object lock = new Object();
        void bump() { synchronized (lock) { x++; } }
        public static void main(String[] a) {
            FieldOfThis it = new FieldOfThis();
            start(it::bump);
            it.bump();
        }
    }
    static class LockPerCaller {
        int x;
        void bump() { synchronized (new Object()) { x++; } }
        public static void main(String[] a) {
            LockPerCaller it = new LockPerCaller();
            start(it::bump);
            it.bump();
        }
    }
    static class UnlockTooEarly {
        static int x;
        static final Object lock = new Object();
        public static void main(String[] a) {
            start(() -> { int y; synchronized (lock) { y = x; } x = y + 1; });
            synchronized (lock) { x++; }
        }
    }
    static class WaitNotify {
        static int x;
        static boolean done;
        static final Object lock = new Object();
        public static void main(String[] a) throws Exception {
            start(() -> { x = 1; synchronized (lock) { done = true; lock.notify(); } });
            synchronized (lock) { while (!done) lock.wait(); }
            assert x == 1;
        }
    }
    static class TimedWait {
        static int x;
        static final Object lock = new Object();
        public static void main(String[] a) throws Exception {
            start(() -> { x = 1; synchronized (lock) { lock.notify(); } });
            synchronized (lock) { lock.wait(10); }
            int y = x;
        }
    }

    // --- 17.4.5, volatile
    static class Volatile {
        static int x;
        static volatile boolean ready;
        public static void main(String[] a) { start(() -> { x = 42; ready = true; }); if (ready) { assert x == 42; } }
    }
    static class NotVolatile {
        static int x;
        static boolean ready;
        public static void main(String[] a) { start(() -> { x = 42; ready = true; }); if (ready) { assert x == 42; } }
    }
    static class VolatileTooEarly {
        static int x;
        static volatile boolean ready;
        public static void main(String[] a) { start(() -> { ready = true; x = 42; }); if (ready) { int y = x; } }
    }
    static class VolatileUnread {
        static int x;
        static volatile boolean ready;
        public static void main(String[] a) { start(() -> { x = 42; ready = true; }); boolean r = ready; int y = x; }
    }
    static class VolatileReference {
        static class Box { int v; }
        static volatile Box box;
        public static void main(String[] a) {
            start(() -> { Box b = new Box(); b.v = 1; box = b; });
            Box b = box;
            if (b != null) { assert b.v == 1; }
        }
    }
    static class VolatileArray {
        static volatile int[] x = new int[1];
        public static void main(String[] a) { start(() -> x[0] = 1); int y = x[0]; }
    }
    static class Dekker {
        static volatile boolean one, two;
        static int x;
        public static void main(String[] a) {
            start(() -> { one = true; if (!two) { x++; } });
            two = true;
            if (!one) { x++; }
        }
    }
    static class DekkerPlain {
        static boolean one, two;
        static int x;
        public static void main(String[] a) {
            start(() -> { one = true; if (!two) { x++; } });
            two = true;
            if (!one) { x++; }
        }
    }
    static class DoubleChecked {
        static class Box { int v = 1; }
        static volatile Box box;
        static Box get() {
            if (box == null) { synchronized (Box.class) { if (box == null) { box = new Box(); } } }
            return box;
        }
        public static void main(String[] a) { start(() -> { int y = get().v; }); assert get().v == 1; }
    }
    static class DoubleCheckedPlain {
        static class Box { int v = 1; }
        static Box box;
        static Box get() {
            if (box == null) { synchronized (Box.class) { if (box == null) { box = new Box(); } } }
            return box;
        }
        public static void main(String[] a) { start(() -> { int y = get().v; }); int z = get().v; }
    }

    // --- 17.4.4, start and join
    static class BeforeStart {
        static int x;
        public static void main(String[] a) { x = 1; start(() -> { assert x == 1; }); }
    }
    static class AfterStart {
        static int x;
        public static void main(String[] a) { start(() -> { int y = x; }); x = 1; }
    }
    static class AfterJoin {
        static int x;
        public static void main(String[] a) throws Exception { start(() -> x = 1).join(); assert x == 1; }
    }
    static class JoinsAnother {
        static int x;
        public static void main(String[] a) throws Exception {
            Thread writer = start(() -> x = 1);
            start(() -> { }).join();
            int y = x;
        }
    }
    static class TimedJoin {
        static int x;
        public static void main(String[] a) throws Exception { start(() -> x = 1).join(5); int y = x; }
    }
    static class IsAlive {
        static int x;
        public static void main(String[] a) { Thread t = start(() -> x = 1); if (!t.isAlive()) { assert x == 1; } }
    }
    static class IsAliveIgnored {
        static int x;
        public static void main(String[] a) { Thread t = start(() -> x = 1); t.isAlive(); int y = x; }
    }

    // --- 17.4.4, interrupts
    static class Interrupted {
        static int x;
        public static void main(String[] a) {
            Thread t = start(() -> { while (!Thread.interrupted()) { Thread.onSpinWait(); } assert x == 1; });
            x = 1;
            t.interrupt();
        }
    }
    static class InterruptedTooEarly {
        static int x;
        public static void main(String[] a) {
            Thread t = start(() -> { while (!Thread.interrupted()) { Thread.onSpinWait(); } int y = x; });
            t.interrupt();
            x = 1;
        }
    }

    // --- 12.4.2, initialisation of classes
    static class InitialisedClass {
        static class Holder { static int x; static { x = 5; } }
        public static void main(String[] a) { start(() -> { int y = Holder.x; }); assert Holder.x == 5; }
    }
    static class WrittenAfterInitialisation {
        static class Holder { static int x; static { x = 5; } }
        public static void main(String[] a) { start(() -> Holder.x = 6); int y = Holder.x; }
    }

    // --- 17.5, final fields
    static class FinalField {
        static class Box { final int v; Box() { v = 1; } }
        static volatile Box box;
        public static void main(String[] a) { start(() -> box = new Box()); Box b = box; if (b != null) { assert b.v == 1; } }
    }
    static class FinalFieldByRace {
        static class Box { final int v; Box() { v = 1; } }
        static Box box;
        public static void main(String[] a) { start(() -> box = new Box()); Box b = box; if (b != null) { assert b.v == 1; } }
    }
    static class LeakedThis {
        static volatile LeakedThis it;
        final int v;
        LeakedThis() { it = this; v = 1; }
        public static void main(String[] a) { start(LeakedThis::new); LeakedThis i = it; if (i != null) { int y = i.v; } }
    }

    // --- java.util.concurrent: locks
    static class JucLock {
        static int x;
        static final Lock lock = new ReentrantLock();
        static void bump() { lock.lock(); try { x++; } finally { lock.unlock(); } }
        public static void main(String[] a) { start(JucLock::bump); bump(); }
    }
    static class JucLockForgotten {
        static int x;
        static final Lock lock = new ReentrantLock();
        public static void main(String[] a) { start(() -> { lock.lock(); x++; lock.unlock(); }); x++; }
    }
    static class TryLock {
        static int x;
        static final Lock lock = new ReentrantLock();
        static void bump() { if (lock.tryLock()) { try { x++; } finally { lock.unlock(); } } }
        public static void main(String[] a) { start(TryLock::bump); bump(); }
    }
    static class TryLockIgnored {
        static int x;
        static final Lock lock = new ReentrantLock();
        static void bump() { lock.tryLock(); x++; }
        public static void main(String[] a) { start(TryLockIgnored::bump); bump(); }
    }
    static class ReadWriteLocks {
        static int x;
        static final ReadWriteLock lock = new ReentrantReadWriteLock();
        public static void main(String[] a) {
            start(() -> { lock.writeLock().lock(); x++; lock.writeLock().unlock(); });
            lock.readLock().lock();
            int y = x;
            lock.readLock().unlock();
        }
    }
    static class WritesUnderReadLock {
        static int x;
        static final ReadWriteLock lock = new ReentrantReadWriteLock();
        static void bump() { lock.readLock().lock(); x++; lock.readLock().unlock(); }
        public static void main(String[] a) { start(WritesUnderReadLock::bump); bump(); }
    }
    static class Conditions {
        static int x;
        static boolean done;
        static final ReentrantLock lock = new ReentrantLock();
        static final Condition ready = lock.newCondition();
        public static void main(String[] a) throws Exception {
            start(() -> { x = 1; lock.lock(); done = true; ready.signal(); lock.unlock(); });
            lock.lock();
            while (!done) { ready.await(); }
            lock.unlock();
            assert x == 1;
        }
    }

    // --- java.util.concurrent: synchronizers and hand-over
    static class Semaphores {
        static int x;
        static final Semaphore s = new Semaphore(0);
        public static void main(String[] a) throws Exception { start(() -> { x = 1; s.release(); }); s.acquire(); assert x == 1; }
    }
    static class SemaphoreTooMany {
        static int x;
        static final Semaphore s = new Semaphore(1);
        public static void main(String[] a) throws Exception { start(() -> { x = 1; s.release(); }); s.acquire(); int y = x; }
    }
    static class Latch {
        static int x;
        static final CountDownLatch l = new CountDownLatch(1);
        public static void main(String[] a) throws Exception { start(() -> { x = 1; l.countDown(); }); l.await(); assert x == 1; }
    }
    static class LatchTooEarly {
        static int x;
        static final CountDownLatch l = new CountDownLatch(1);
        public static void main(String[] a) throws Exception { start(() -> { l.countDown(); x = 1; }); l.await(); int y = x; }
    }
    static class Barrier {
        static int x;
        static final CyclicBarrier b = new CyclicBarrier(2);
        public static void main(String[] a) throws Exception { start(() -> { x = 1; b.await(); }); b.await(); assert x == 1; }
    }
    static class BarrierTooLate {
        static int x;
        static final CyclicBarrier b = new CyclicBarrier(2);
        public static void main(String[] a) throws Exception { start(() -> { b.await(); x = 1; }); b.await(); int y = x; }
    }
    static class Queue {
        static class Box { int v; }
        static final BlockingQueue<Box> q = new ArrayBlockingQueue<>(1);
        public static void main(String[] a) throws Exception {
            start(() -> { Box b = new Box(); b.v = 1; q.put(b); });
            assert q.take().v == 1;
        }
    }
    static class QueueKept {
        static class Box { int v; }
        static final BlockingQueue<Box> q = new ArrayBlockingQueue<>(1);
        public static void main(String[] a) throws Exception {
            start(() -> { Box b = new Box(); q.put(b); b.v = 1; });
            int y = q.take().v;
        }
    }
    static class Futures {
        static int x;
        public static void main(String[] a) throws Exception {
            ExecutorService pool = Executors.newFixedThreadPool(1);
            Future<?> f = pool.submit(() -> { x = 1; });
            f.get();
            assert x == 1;
            pool.shutdown();
        }
    }
    static class FutureUnasked {
        static int x;
        public static void main(String[] a) throws Exception {
            ExecutorService pool = Executors.newFixedThreadPool(1);
            pool.submit(() -> { x = 1; });
            int y = x;
            pool.shutdown();
        }
    }
    static class Submitted {
        static int x;
        public static void main(String[] a) throws Exception {
            ExecutorService pool = Executors.newFixedThreadPool(1);
            x = 1;
            pool.submit(() -> { assert x == 1; });
            pool.shutdown();
        }
    }
    static class CompletableFutures {
        static int x;
        public static void main(String[] a) throws Exception {
            CompletableFuture<Void> f = new CompletableFuture<>();
            start(() -> { x = 1; f.complete(null); });
            f.join();
            assert x == 1;
        }
    }
    static class CompletedTooEarly {
        static int x;
        public static void main(String[] a) throws Exception {
            CompletableFuture<Void> f = new CompletableFuture<>();
            start(() -> { f.complete(null); x = 1; });
            f.join();
            int y = x;
        }
    }
    static class MapHandsOver {
        static class Box { int v; }
        static final ConcurrentMap<String, Box> map = new ConcurrentHashMap<>();
        public static void main(String[] a) {
            start(() -> { Box b = new Box(); b.v = 1; map.put("k", b); });
            Box b = map.get("k");
            if (b != null) { assert b.v == 1; }
        }
    }

    // --- java.util.concurrent.atomic
    static class Atomics {
        static int x;
        static final AtomicBoolean ready = new AtomicBoolean();
        public static void main(String[] a) { start(() -> { x = 1; ready.set(true); }); if (ready.get()) { assert x == 1; } }
    }
    static class AtomicTooEarly {
        static int x;
        static final AtomicBoolean ready = new AtomicBoolean();
        public static void main(String[] a) { start(() -> { ready.set(true); x = 1; }); if (ready.get()) { int y = x; } }
    }
    static class SpinLock {
        static int x;
        static final AtomicBoolean held = new AtomicBoolean();
        static void bump() { while (!held.compareAndSet(false, true)) { Thread.onSpinWait(); } x++; held.set(false); }
        public static void main(String[] a) { start(SpinLock::bump); bump(); }
    }
    static class BrokenSpinLock {
        static int x;
        static final AtomicBoolean held = new AtomicBoolean();
        static void bump() { if (!held.get()) { held.set(true); x++; held.set(false); } }
        public static void main(String[] a) { start(BrokenSpinLock::bump); bump(); }
    }

    // --- java.lang.invoke.VarHandle
    static class HandleVolatile {
        static int x, flag;
        static final VarHandle FLAG;
        static {
            try { FLAG = MethodHandles.lookup().findStaticVarHandle(HandleVolatile.class, "flag", int.class); }
            catch (ReflectiveOperationException e) { throw new Error(e); }
        }
        public static void main(String[] a) {
            start(() -> { x = 1; FLAG.setVolatile(1); });
            if ((int) FLAG.getVolatile() == 1) { assert x == 1; }
        }
    }
    static class HandlePlain {
        static int x, flag;
        static final VarHandle FLAG;
        static {
            try { FLAG = MethodHandles.lookup().findStaticVarHandle(HandlePlain.class, "flag", int.class); }
            catch (ReflectiveOperationException e) { throw new Error(e); }
        }
        public static void main(String[] a) {
            start(() -> { x = 1; FLAG.set(1); });
            if ((int) FLAG.get() == 1) { int y = x; }
        }
    }
    static class HandleMixed {
        static int flag;
        static final VarHandle FLAG;
        static {
            try { FLAG = MethodHandles.lookup().findStaticVarHandle(HandleMixed.class, "flag", int.class); }
            catch (ReflectiveOperationException e) { throw new Error(e); }
        }
        public static void main(String[] a) { start(() -> FLAG.setVolatile(1)); int y = flag; }
    }
    static class HandleRelease {
        static int x, flag;
        static final VarHandle FLAG;
        static {
            try { FLAG = MethodHandles.lookup().findStaticVarHandle(HandleRelease.class, "flag", int.class); }
            catch (ReflectiveOperationException e) { throw new Error(e); }
        }
        public static void main(String[] a) {
            start(() -> { x = 1; FLAG.setRelease(1); });
            if ((int) FLAG.getAcquire() == 1) { assert x == 1; }
        }
    }
    static class ThroughFile {
        static int x;
        static final java.io.File flag = new java.io.File("/tmp/flag");
        public static void main(String[] a) { start(() -> { x = 1; flag.mkdir(); }); if (flag.isDirectory()) { assert x == 1; } }
    }

    // --- The insides of the library
    static class SharedMap {
        static final Map<String, String> map = new HashMap<>();
        public static void main(String[] a) { start(() -> map.put("k", "v")); String s = map.get("k"); }
    }
    static class SharedMapLocked {
        static final Map<String, String> map = new HashMap<>();
        public static void main(String[] a) {
            start(() -> { synchronized (map) { map.put("k", "v"); } });
            synchronized (map) { String s = map.get("k"); }
        }
    }
    static class SynchronizedMap {
        static final Map<String, String> map = Collections.synchronizedMap(new HashMap<>());
        public static void main(String[] a) { start(() -> map.put("k", "v")); String s = map.get("k"); }
    }
    static class SharedList {
        static final List<String> list = new ArrayList<>();
        public static void main(String[] a) { start(() -> list.add("v")); int n = list.size(); }
    }
    static class CopyOnWrite {
        static final List<String> list = new CopyOnWriteArrayList<>();
        public static void main(String[] a) { start(() -> list.add("v")); int n = list.size(); }
    }
    static class ListReadOnly {
        static final List<String> list = new ArrayList<>(List.of("a"));
        public static void main(String[] a) { start(() -> { String s = list.get(0); }); String s = list.get(0); }
    }
    static class MapViews {
        static final Map<String, Integer> map = new HashMap<>(Map.of("a", 1));
        static int sizes() { return map.keySet().size() + map.values().size() + map.entrySet().size(); }
        public static void main(String[] a) { start(() -> sizes()); sizes(); }
    }
    static class MapViewWritten {
        static final Map<String, Integer> map = new HashMap<>(Map.of("a", 1));
        public static void main(String[] a) { start(() -> map.keySet().remove("a")); int n = map.values().size(); }
    }
    static class SubMapViews {
        static final NavigableMap<String, Integer> map = new TreeMap<>(Map.of("a", 1)).headMap("b", true);
        static void views() { map.navigableKeySet(); map.descendingMap(); map.entrySet(); }
        public static void main(String[] a) { start(() -> views()); views(); }
    }
    static class SharedBuilder {
        static final StringBuilder text = new StringBuilder();
        public static void main(String[] a) { start(() -> text.append('x')); text.append('y'); }
    }
    static class SharedBuffer {
        static final StringBuffer text = new StringBuffer();
        public static void main(String[] a) { start(() -> text.append('x')); text.append('y'); }
    }
    static class HashOfString {
        static final String s = new String("abc");
        public static void main(String[] a) { start(() -> { int h = s.hashCode(); }); int h = s.hashCode(); }
    }
    static class ArrayCopied {
        static final int[] x = new int[2], y = new int[2];
        public static void main(String[] a) { start(() -> x[0] = 1); System.arraycopy(x, 0, y, 0, 2); }
    }
    static class ThreadLocals {
        static final ThreadLocal<int[]> x = ThreadLocal.withInitial(() -> new int[1]);
        public static void main(String[] a) { start(() -> x.get()[0]++); x.get()[0]++; }
    }
}
