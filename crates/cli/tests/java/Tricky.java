import java.util.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

/** Traps: classes of which each breaks something that a proof rests on. None is proved. */
public class Tricky {
    @interface ThreadSafe { }

    @interface Invariant { String[] value(); }

    static class Node {
        int v;
        Node next;
    }

    @ThreadSafe
    static class KeepsTheCallersArray { private final int[] items; KeepsTheCallersArray(int[] items){ this.items = items; } synchronized void set(){ if (items != null && items.length > 0) items[0] = 1; } }

    @ThreadSafe
    static class LendsAField { private int n; synchronized void inc(){ if (n < 5) n++; } class Peek { int get(){ return n; } } }

    @ThreadSafe
    static class ReplacesItsLock { private Object lock = new Object(); private int n; void inc(){ synchronized(lock){ if (n<5) n++; } } void swap(){ lock = new Object(); } }

    @ThreadSafe
    static class WritesToAnother { private int b = 5; void move(WritesToAnother to){ if (to == null) throw new IllegalArgumentException(); synchronized(this){ if (b > 0 && b < 1000) { b--; to.b++; } } } }

    @ThreadSafe
    @Invariant("a == b")
    static class WaitsInTheMiddle { private int a, b; synchronized void set(int v) throws InterruptedException { a = v; wait(); b = v; } }

    @ThreadSafe
    @Invariant("a == b")
    static class CallsInTheMiddle { private int a, b; synchronized void set(int v, Runnable r) { if (r == null) throw new IllegalArgumentException(); a = v; r.run(); b = v; } synchronized void check(){ assert a == b; } }

    @ThreadSafe
    static class GuardsWhatIsStatic { private static int n; synchronized void inc(){ if (n < 5) n++; } }

    @ThreadSafe
    static class Overflows { private int n; synchronized void inc(){ n++; assert n > 0; } }

    @ThreadSafe
    static class LocksNothing { private int n; void inc(){ synchronized(new Object()){ if (n<5) n++; } } }

    @ThreadSafe
    static class TrustsForeignCode { private int n; synchronized void inc(Runnable r){ if (r == null) throw new IllegalArgumentException(); int m = n; r.run(); assert m == n; if (n<5) n++; } }

    @ThreadSafe
    static class GivesItsLockAway { private final ReentrantLock lock = new ReentrantLock(); private int n; void inc(){ if (lock.tryLock()) { lock.unlock(); } if (n<5) n++; } ReentrantLock lock(){ return lock; } }

    @ThreadSafe
    static class ChecksThenAdds { private final AtomicInteger n = new AtomicInteger(); void inc(){ if (n.get() < 5) n.incrementAndGet(); assert n.get() <= 5; } }

    @ThreadSafe
    static class DependsOnWhoIsFirst { private int n; private boolean set; synchronized void a(){ n = 1; set = true; } synchronized void b(){ while(!set) { n = 2; set = true; } assert n == 1; } }

    @ThreadSafe
    static class ReadsTwice { private volatile int[] data = new int[1]; int get(){ int[] d = data; return d[0]; } void grow(){ data = new int[0]; } }

    @ThreadSafe
    static class GivesItsListAway { private final List<String> l = new ArrayList<>(); synchronized List<String> view(){ return l; } synchronized void add(String s){ l.add(s);} }

    @ThreadSafe
    static class FinallyBreaksIt { private int n = 1; synchronized void f(){ try { if (n == 1) throw new RuntimeException(); } finally { n = 0; } } synchronized void g(){ assert n == 1; } }

    @ThreadSafe
    static class LocksTheWrongObject { private int n; private final Object a = new Object(); void f(){ synchronized(a){ n = 1; } } void g(LocksTheWrongObject o){ if (o == null) return; synchronized(o.a){ n = 2; } } }

    @ThreadSafe
    static class ReadsBackAnAtomic { private final AtomicReference<String> r = new AtomicReference<>(); void f(){ r.set("a"); assert r.get() != null; } void clear(){ r.set(null);} }

    @ThreadSafe
    static class RunsLater { private int n; private Runnable leak; synchronized void f(){ leak = () -> { if (n < 5) n++; }; } synchronized Runnable get(){ return leak; } }

    @ThreadSafe
    static class Divides { private long x; synchronized void f(int d){ x = 10 / d; } }

    @ThreadSafe
    static class Casts { private Object o; synchronized void f(Object p){ o = p; } synchronized String g(){ return (String) o; } }

    @ThreadSafe
    static class GivesAPartAway { static class Box { int v; } private final Box box = new Box(); synchronized Box get(){ return box; } synchronized void f(){ if (box.v < 4) box.v++; } }

    @ThreadSafe
    static class ReadsANodeLater { private Node head; synchronized void push(){ Node m = new Node(); m.next = head; head = m; } boolean more(){ Node h; synchronized(this){ h = head; } if (h == null) return false; return h.next != null; } }

    @ThreadSafe
    static class GivesANodeAway { private Node head; synchronized void push(){ Node m = new Node(); m.next = head; head = m; } synchronized void cut(){ if (head != null) { Node n = head.next; if (n != null) n.next = null; } } synchronized Node leak() { return head; } }

    @ThreadSafe
    static class TakesANode { private Node head; synchronized void push(Node m){ if (m == null) throw new IllegalArgumentException(); m.next = head; head = m; } }

    @ThreadSafe
    static class PublishesByAFlag { private volatile boolean a; private int x; void set(){ x = 1; a = true; } int get(){ return a ? x : 0; } }

    @ThreadSafe
    static class MakesItselfLazily { private static MakesItselfLazily it; private int n = 1; static MakesItselfLazily get(){ if (it == null) it = new MakesItselfLazily(); return it; } }

    @ThreadSafe
    static class StartsAThread { private int n; private final Object l; StartsAThread(){ new Thread(() -> { synchronized(StartsAThread.this.l) { n = 2; } }).start(); l = new Object(); } void f(){ synchronized(l){ n = 1; } } }

    @ThreadSafe
    static class LeavesItHalfDone { private int lo, hi; synchronized void f(int d) { try { lo = d; if (d < 0) throw new IllegalArgumentException(); hi = d; } catch (RuntimeException e) { } assert lo == hi; } }
}
