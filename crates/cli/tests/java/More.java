import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;
import java.util.function.*;

/** Still more traps. None is proved. */
public class More {
    @interface ThreadSafe { }
    @interface Invariant { String[] value(); }
    @interface GuardedBy { String value(); }
    @interface Ensures { String value(); }
    static class Box { int v; }

    @ThreadSafe
    public static class OpenFinalArray { public final int[] a = new int[2]; public synchronized void f() { a[0] = 1; assert a[0] <= 1; } public synchronized void g() { if (a[1] < 4) a[1]++; } }

    @ThreadSafe
    public static class OpenFinalBox { public final Box box = new Box(); public synchronized void f() { if (box.v < 4) box.v++; } }

    @ThreadSafe
    public static class OpenLock { public final ReentrantLock lock = new ReentrantLock(); private int n; public void f() { lock.lock(); try { if (n < 4) n++; } finally { lock.unlock(); } } }

    @ThreadSafe
    public static class OpenAtomic { public final AtomicInteger n = new AtomicInteger(); public void f() { n.set(1); } public void g() { assert n.get() <= 1; } }

    @ThreadSafe
    public static class OpenList { public final ArrayList<String> l = new ArrayList<>(); public synchronized void f() { l.add("a"); } }

    @ThreadSafe
    public static class ProtectedFinal { protected final int[] a = new int[2]; public synchronized void f() { a[0] = 1; } }

    @ThreadSafe
    static class ReadsFieldOfHelper { static class St { static int n; } synchronized void f() { if (St.n < 5) St.n++; } }
    static class Helper { private static int n; static void inc() { if (n < 5) n++; } }

    @ThreadSafe
    static class UsesHelper { synchronized void f() { Helper.inc(); } }
    static class Sh { int v; }

    @ThreadSafe
    static class GetsAPart { private Sh s; synchronized void set(Sh x) { s = x; } synchronized void f() { if (s != null && s.v < 4) s.v++; } }

    @ThreadSafe
    static class TwoWholes { private Sh s = new Sh(); synchronized void give(TwoWholes o) { if (o == null) return; synchronized (o) { o.s = s; } } synchronized void f() { if (s.v < 4) s.v++; } }

    @ThreadSafe
    static class StaticPart { private static Sh s = new Sh(); synchronized void f() { if (s.v < 4) s.v++; } }

    @ThreadSafe
    static class StaticArray { private static final int[] a = new int[2]; synchronized void f() { a[0]++; } }

    @ThreadSafe
    static class LocalArrayShared { synchronized void f(Consumer<int[]> c) { int[] a = new int[1]; c.accept(a); a[0] = 1; assert a[0] == 1; } }

    @ThreadSafe
    static class ArrayElementNull { private final String[] a = new String[2]; synchronized int f() { return a[0].length(); } }

    @ThreadSafe
    static class ArrayNegative { synchronized int[] f(int n) { return new int[n]; } }

    @ThreadSafe
    static class ArrayOfArrays { private final int[][] a = new int[2][]; synchronized void f(int[] x) { a[0] = x; } synchronized void g() { if (a[0] != null && a[0].length > 0) a[0][0] = 1; } }

    @ThreadSafe
    static class NullSync { private Object o; void f() { synchronized (o) { } } }

    @ThreadSafe
    static class UnboxNull { private Integer n; synchronized int f() { return n; } }

    @ThreadSafe
    static class UnboxMap { private final HashMap<String, Integer> m = new HashMap<>(); synchronized int f(String k) { return m.get(k); } }

    @ThreadSafe
    static class ListGet { private final ArrayList<String> m = new ArrayList<>(); synchronized String f(int k) { return m.get(k); } }

    @ThreadSafe
    static class ListSet { private final ArrayList<String> m = new ArrayList<>(); synchronized void f(int k) { m.set(k, ""); } }

    @ThreadSafe
    static class ListAddAt { private final ArrayList<String> m = new ArrayList<>(); synchronized void f(int k) { m.add(k, ""); } }

    @ThreadSafe
    static class MapSize { private final HashMap<String, String> m = new HashMap<>(); synchronized void f() { m.put("a", ""); m.put("b", ""); m.remove("a"); assert m.size() >= 2; } }

    @ThreadSafe
    static class SetAdd { private final HashSet<String> m = new HashSet<>(); synchronized void f(String s) { int n = m.size(); m.add(s); assert m.size() == n + 1; } }

    @ThreadSafe
    static class DequeNull { private final ArrayDeque<String> m = new ArrayDeque<>(); synchronized void f(String s) { m.add(s); } }

    @ThreadSafe
    static class LinkedNull { private final LinkedList<String> m = new LinkedList<>(); synchronized int f(String s) { m.add(s); return m.removeFirst().length(); } }

    @ThreadSafe
    static class IntDivMin { int f(int a, int b) { if (b == 0) return 0; int q = a / b; assert a >= 0 || b >= 0 || q >= 0; return q; } }

    @ThreadSafe
    static class CompareOverflow { int f(int a, int b) { int d = a - b; assert (d < 0) == (a < b); return d; } }

    @ThreadSafe
    static class Midpoint { int f(int lo, int hi) { if (lo < 0 || hi < lo) return 0; int m = (lo + hi) / 2; assert lo <= m; return m; } }

    @ThreadSafe
    static class WaitTwice { private int n; synchronized void f() throws InterruptedException { if (n == 0) n = 1; int a = n; wait(1); assert n == a; } synchronized void g() { n = 2; } }

    @ThreadSafe
    static class WaitNested { private final Object l = new Object(); private int n; synchronized void f() throws InterruptedException { synchronized (l) { int a = n; this.wait(); assert n == a; } } void g() { synchronized (l) { n++; } } synchronized void h() { n = 1; } }

    @ThreadSafe
    static class SyncOnParam { private int n; void f(Object o) { if (o == null) return; synchronized (o) { if (n < 5) n++; } } }

    @ThreadSafe
    static class SyncOnClassOfThis { private int n; void f() { synchronized (getClass()) { if (n < 5) n++; } } void g() { synchronized (SyncOnClassOfThis.class) { n = 0; } } }

    @ThreadSafe
    static class ReleasesInside { private final ReentrantLock l = new ReentrantLock(); private int a, b; private void yieldLock() { l.unlock(); l.lock(); } void f() { l.lock(); try { a = 1; b = a; yieldLock(); assert a == b; } finally { l.unlock(); } } void g(int v) { l.lock(); try { a = v; } finally { l.unlock(); } } }

    @ThreadSafe
    static class ConstructorOverridable { private final Object o; ConstructorOverridable() { init(); o = new Object(); } void init() { o(); } Object o() { Object x = o; assert x != null; return x; } }

    @ThreadSafe
    static class InitialiserOrder { private int a = get(); private int b = 1; private int get() { assert b == 1; return b; } }

    @ThreadSafe
    static class ExceptionSwallow { private int n; synchronized void f(Runnable r) { if (r == null) return; try { n = 1; r.run(); n = 2; } catch (RuntimeException e) { } assert n == 2; } }

    @ThreadSafe
    static class ErrorNotCaught { private final ReentrantLock l = new ReentrantLock(); private int n; void f(Runnable r) { if (r == null) return; l.lock(); try { r.run(); } catch (RuntimeException e) { } n = 1; l.unlock(); } }

    @ThreadSafe
    static class TryWithReturn { private int n; synchronized int f() { try { n = 1; return n; } finally { n = 3; } } synchronized void g() { assert n <= 1; } }

    @ThreadSafe
    static class Labelled { synchronized int f(int k) { int i = 0; outer: while (true) { for (int j = 0; j < 5; j++) { if (i == k) break outer; i++; } } assert i == 5; return i; } }

    @ThreadSafe
    static class DoWhile { synchronized int f(int k) { int i = 0; do { i++; } while (i < k); assert i == k; return i; } }

    @ThreadSafe
    static class Ternary { private boolean a; synchronized int f(boolean c) { int x = c ? 1 : a ? 2 : 3; assert x != 3; return x; } synchronized void g() { a = !a; } }

    @ThreadSafe
    static class BitTricks { int f(int a) { int b = a & 7; assert b < 7; return b; } int g(int a) { int b = a & -8; assert b >= 0; return b; } int h(int a) { int x = a ^ a >> 31; return x; } int i(int a, int b) { if (a >= 0 && b >= 0) { int c = a | b; assert c == a; } return 0; } }

    @ThreadSafe
    static class LongCmp { boolean f(long a, long b) { boolean r = a < b; assert !r || a - b < 0; return r; } }

    @ThreadSafe
    static class DoubleNaN { void f(double d) { if (d > 0) return; assert d <= 0; } }

    @ThreadSafe
    static class FloatToInt { int f(double d) { int i = (int) d; assert i >= 0; return i; } }

    @ThreadSafe
    static class CharArith { int f(char c) { char d = (char) (c + 1); assert d > c; return d; } }

    @ThreadSafe
    static class AtomicLongWrap { private final AtomicLong n = new AtomicLong(); long f() { long v = n.incrementAndGet(); assert v > 0; return v; } }

    @ThreadSafe
    static class GetAndUpdateTwice { private final AtomicInteger n = new AtomicInteger(5); void f() { if (n.decrementAndGet() < 0) n.incrementAndGet(); } void g() { assert n.get() >= 0; } }

    @ThreadSafe
    static class RefCas { private final AtomicReference<Object> r = new AtomicReference<>(); Object f() { Object o = new Object(); if (!r.compareAndSet(null, o)) return r.get(); assert r.get() == o; return o; } void clear() { r.set(null); } }

    @ThreadSafe
    static class FlagTwice { private final AtomicBoolean b = new AtomicBoolean(); private int n; void f() { if (b.compareAndSet(false, true)) { try { if (n < 5) n++; } finally { b.set(false); } } } }

    @ThreadSafe
    static class PrivateStaticMethodLock { private static int n; private int m; static void f(PrivateStaticMethodLock o) { if (o == null) return; synchronized (o) { if (n < 5) n++; } } }

    @ThreadSafe
    static class EnumField { enum E { A, B } private E e = E.A; synchronized void f() { assert e == E.A; } synchronized void g() { e = E.B; } }

    @ThreadSafe
    static class Instance { synchronized void f(Object o) { if (o instanceof String) { Integer i = (Integer) o; } } }

    @ThreadSafe
    static class Generic<T> { private T t; synchronized void set(T x) { t = x; } synchronized int f() { return t.hashCode(); } }

    @ThreadSafe
    static class HashCodeCallback { private int n; synchronized void f(Object o) { if (o == null) return; int a = n; o.hashCode(); assert n == a; } synchronized void inc() { if (n < 5) n++; } }

    @ThreadSafe
    static class ToStringCallback { private int n; synchronized void f(Object o) { int a = n; String s = "x" + o; assert n == a; } synchronized void inc() { if (n < 5) n++; } }

    @ThreadSafe
    static class OtherObjectsInvariant { private int n = 1; private static OtherObjectsInvariant last; synchronized void f(OtherObjectsInvariant o) { if (o == null) return; int m = o.n; assert m == n; } }

    @ThreadSafe
    static class SelfAlias { private int n; synchronized void f(SelfAlias o) { if (o == null) return; synchronized (o) { n = 1; o.n = 2; assert n == 1; } } }

    @ThreadSafe
    static class InnerWrites { private int n; class In { void f() { n = 7; } } synchronized In in() { return new In(); } synchronized void g() { assert n == 0; } }

    @ThreadSafe
    static class LambdaWrites { private int n; synchronized IntSupplier in() { return () -> n++; } synchronized void g() { assert n == 0; } }

    @ThreadSafe
    static class MethodRef { private int n; private void bump() { n++; } synchronized Runnable in() { return this::bump; } synchronized void g() { assert n == 0; } }
}
