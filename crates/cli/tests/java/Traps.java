import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.function.*;

/** More traps: each breaks something that a proof rests on. None is proved. */
public class Traps {
    @interface ThreadSafe { }
    @interface Invariant { String[] value(); }
    @interface GuardedBy { String value(); }
    @interface Requires { String value(); }
    @interface Ensures { String value(); }
    @interface EnvAssumption { String value(); }

    // A method of the class above writes without the lock.
    static class Base { protected int n; void set(int v) { n = v; } }

    @ThreadSafe
    static class Inherits extends Base { synchronized void check() { int a = n; int b = n; assert a == b; } synchronized void inc() { if (n < 5) n++; } }

    // this is given away in the constructor before it is whole
    static List<Object> seen = new ArrayList<>();
    static class Registry { static void add(Object o) { ((Half) o).check(); } }

    @ThreadSafe
    static class Half { private final Object o; Half(Consumer<Half> c) { c.accept(this); o = new Object(); } void check() { assert o != null; } }

    @ThreadSafe
    static class StaticAndInstance { private static int n; private static synchronized void a() { if (n < 5) n++; } synchronized void b() { if (n < 5) n++; } static synchronized void c() { a(); } }

    @ThreadSafe
    static class LocksAString { private int n; private final String lock = "lock"; void f() { synchronized (lock) { if (n < 5) n++; } } void g() { synchronized ("lock") { n = 0; } } }

    @ThreadSafe
    static class LocksABox { private Integer lock = 0; private int n; void f() { synchronized (lock) { if (n < 5) { n++; lock = n; } } } }

    @ThreadSafe
    @Invariant("a == b") static class Reenters { private int a, b; synchronized void f() { a = 1; g(); b = 1; } synchronized void g() { assert a == b; } }

    @ThreadSafe
    static class ComparesKeys { private final HashMap<Object, String> m = new HashMap<>(); private int n; synchronized void put(Object k) { int before = n; m.put(k, ""); assert n == before; } synchronized void inc() { if (n < 5) n++; } }

    @ThreadSafe
    static class ThrowsHalfway { private int a, b; synchronized void set(int v) { a = v; if (v == 7) throw new IllegalStateException(); b = v; } synchronized void check() { assert a == b; } }

    @ThreadSafe
    static class Aliased { private int[] a = new int[2], b = a; synchronized void f() { a[0] = 1; b[0] = 2; assert a[0] == 1; } }

    @ThreadSafe
    static class AliasLength { private int[] a = new int[2]; private int[] b = new int[1]; synchronized void swap() { int[] t = a; a = b; b = t; } synchronized int f() { return a[1]; } }

    static class Inner0 { int v; }

    interface Def { int n(); void set(int v); default void inc() { set(n() + 1); } }

    @ThreadSafe
    static class UsesDefault implements Def { private int n; public synchronized int n() { return n; } public synchronized void set(int v) { assert v <= 5; n = v; } }

    @ThreadSafe
    static class OverflowMul { synchronized int f(int a) { if (a > 0) { int b = a * a; assert b > 0; } return a; } }

    @ThreadSafe
    static class OverflowAbs { int f(int a) { int b = Math.abs(a); assert b >= 0; return b; } }

    @ThreadSafe
    static class OverflowCast { int f(long a) { if (a < 0) return 0; int b = (int) a; assert b >= 0; return b; } }

    @ThreadSafe
    static class OverflowShift { int f(int a) { if (a < 0) return 0; int b = a << 1; assert b >= 0; return b; } }

    @ThreadSafe
    static class OverflowShiftBy { int f(int a, int by) { if (a <= 0) return 0; int b = a << by; assert b > 0; return b; } }

    @ThreadSafe
    static class OverflowByte { int f(int a) { if (a < 0) return 0; byte b = (byte) a; assert b >= 0; return b; } }

    @ThreadSafe
    static class OverflowNeg { int f(int a) { if (a > 0) return 0; int b = -a; assert b >= 0; return b; } }

    @ThreadSafe
    static class OverflowDiv { int f(int a) { int b = a / -1; if (a < 0) assert b > 0; return b; } }

    @ThreadSafe
    static class OverflowRem { int f(int a) { int b = a % 3; assert b >= 0; return b; } }

    @ThreadSafe
    static class OverflowInc { private int n; synchronized int f() { int old = n++; assert n > old; return old; } }

    @ThreadSafe
    static class OverflowShort { private short n; synchronized int f() { int old = n++; assert n > old; return old; } }

    @ThreadSafe
    static class OverflowUshr { int f(int a) { int b = a >>> 1; assert b == a / 2; return b; } }

    @ThreadSafe
    static class OverflowLongMul { long f(long a) { long b = a * 2; if (a > 0) assert b > 0; return b; } }

    @ThreadSafe
    static class ShortCircuit { private int n; synchronized boolean side() { n = 1; return true; } synchronized void f(boolean p) { n = 0; if (p || side()) { } assert n == 1; } }

    @ThreadSafe
    static class FinallyOverrides { private int n; @SuppressWarnings("finally") synchronized int f() { try { return n; } finally { return 5; } } synchronized void g() { assert f() == n; } }

    static class H { static int x = init(); static int init() { StaticInit.inc(); return 0; } static int make() { return 1; } }

    @ThreadSafe
    static class StaticInit { private static int n = H.make(); private static final Object lock = new Object(); static void inc() { synchronized (lock) { if (n < 5) n++; } } }

    @ThreadSafe
    static class CounterByTwoMonitors { private int n; synchronized void f() { if (n < 5) n++; } static synchronized void g(CounterByTwoMonitors o) { if (o != null) o.n = 0; } }

    @ThreadSafe
    static class AnonymousRunnable { private int n; synchronized Runnable f() { return new Runnable() { public void run() { if (n < 5) n++; } }; } synchronized void g() { n = 0; } }

    @ThreadSafe
    static class ConditionWithoutLoop { private final ReentrantLock l = new ReentrantLock(); private final Condition c = l.newCondition(); private boolean ok; void await() throws InterruptedException { l.lock(); try { if (!ok) c.await(); assert ok; } finally { l.unlock(); } } void set(boolean b) { l.lock(); try { ok = b; c.signal(); } finally { l.unlock(); } } }

    @ThreadSafe
    static class TryLockIgnored { private final ReentrantLock l = new ReentrantLock(); private int n; void f() { l.tryLock(); try { if (n < 5) n++; } finally { l.unlock(); } } }

    @ThreadSafe
    static class UnlocksTwice { private final ReentrantLock l = new ReentrantLock(); private int n; void f() { l.lock(); l.lock(); l.unlock(); l.unlock(); if (n < 5) n++; } }

    @ThreadSafe
    static class VolatileTwice { private volatile Object o = new Object(); void f() { if (o != null) o.hashCode(); } void clear() { o = null; } }

    @ThreadSafe
    static class VolatileInc { private volatile int n; void f() { int a = n; n = a + 1; assert n == a + 1; } }

    @ThreadSafe
    static class AtomicTwice { private final AtomicInteger a = new AtomicInteger(), b = new AtomicInteger(); void f() { a.incrementAndGet(); b.incrementAndGet(); assert a.get() >= b.get(); } }

    @ThreadSafe
    static class CasLost { private final AtomicInteger a = new AtomicInteger(); int f() { int v = a.get(); a.compareAndSet(v, v + 1); assert a.get() == v + 1; return v; } }

    @ThreadSafe
    static class IntegerEquality { private Integer n = 0; synchronized void f() { Integer a = 1000, b = 1000; assert a == b; } }

    @ThreadSafe
    static class StringSwitch { synchronized int f(String s) { switch (s) { case "a": return 1; default: assert false; return 2; } } }

    @ThreadSafe
    static class LoopOnce { private int n; synchronized void f(int k) { int s = 0; for (int i = 0; i < k; i++) s += i; assert s >= 0; } }

    @ThreadSafe
    static class NestedLoops { synchronized void f(int k) { int s = 0; for (int i = 0; i < k; i++) for (int j = 0; j < i; j++) { s++; if (s > 100) s = -1; } assert s >= 0; } }

    @ThreadSafe
    static class ArrayStoreOfOther { private final Object[] a; ArrayStoreOfOther() { a = new String[1]; } synchronized void f(Object o) { a[0] = o; } }

    @ThreadSafe
    static class GuardedByOther { private final Object lock = new Object(); @GuardedBy("lock") private int n; synchronized void f() { if (n < 5) n++; } }

    @ThreadSafe
    static class FinalArrayShared { private final int[] a = { 1, 2 }; int get(int i) { return i == 0 ? a[0] : a[1]; } void set() { a[0] = 3; } }

    @ThreadSafe
    static class LazyTwice { private Object o; private volatile boolean done; Object get() { if (!done) { o = new Object(); done = true; } return o; } }

    @ThreadSafe
    static class IteratorHeld { private final ArrayList<String> l = new ArrayList<>(); synchronized void add(String s) { l.add(s); } void all() { for (String s : l) { } } }

    @ThreadSafe
    static class LongTorn { private long n; void set(long v) { n = v; } synchronized long get() { return n; } }

    @ThreadSafe
    static class BadEnsures { private int n; @Ensures("result == old(n) + 1") synchronized int f() { return ++n; } }

    @ThreadSafe
    static class EnsuresAfterUnlock { private int n; @Ensures("result == n") int f() { synchronized (this) { if (n < 9) n++; return n; } } }

    @ThreadSafe
    static class OldOutside { private volatile int n; @Ensures("result >= old(n)") int f() { return n; } void reset() { n = 0; } }

    @ThreadSafe
    @EnvAssumption("n <= n'") static class FalseMonotone { private volatile int n; void f(int v) { if (v > n) n = v; } }

    @ThreadSafe
    @Invariant("low <= high") static class FalsePair { private volatile int low, high; void set(int l, int h) { if (l > h) return; low = l; high = h; } }

    @ThreadSafe
    static class PutOnWrongArray { private int[] a = new int[4]; private int n; synchronized void push(int x) { if (n == a.length) a = new int[n]; a[n++] = x; } }

    @ThreadSafe
    static class CatchesTheFault { private int n; synchronized void f(int[] a) { try { n = a[0]; } catch (RuntimeException e) { n = 5; } } synchronized void g() { assert n != 5; } }

    @ThreadSafe
    static class Sub0 { private int n; synchronized void f() { hook(); assert n == 0; } protected void hook() { } synchronized void g() { n = 0; } }
}
