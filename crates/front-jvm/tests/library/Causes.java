import java.util.*;
public class Causes {
    static void t(Runnable r) { try { r.run(); System.out.println("fine"); } catch (RuntimeException e) { System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage()); } }
    static class N { N a, b; int v; N[] k; N m(int x) { return a; } int[] i2; double d; }
    static long w(long p, N q, double r, N s) { q = s; return q.v + s.v; }
    static int tern(N x, boolean c) { return x.a.m(c ? 1 : 2).v; }
    static int tern2(N x, boolean c) { return (c ? x.a : x.b).v; }
    static int inc(N x, int i) { return x.k[i++].v + x.k[++i].v; }
    static int big(N x) { return x.k[100].v + x.k[70000].v; }
    static void cat(N x) { try { x.v = 1; } catch (NullPointerException e) { e = null; e.getMessage(); } }
    static int sw(N x, int i) { return switch (i) { case 1 -> x.a.v; case 2 -> { N y = x.b; yield y.v; } default -> x.m(i).v; }; }
    static void compound(N x) { x.a.v += 3; }
    static void compound2(N x) { x.a.d++; }
    static int whil(N x) { int s = 0; while (x != null || s == 3) { s++; x = x.a; if (s > 5) x.a.a = null; } return x.v; }
    static int deep(N x) { return x.k[x.k[x.v].v].k[x.a.v].v; }
    static <T extends Comparable<T>> int cmp(T a, T b) { return a.compareTo(b); }
    record R(String s, Integer n) { int len() { return s.length() + n; } }
    enum E { A, B }
    static int en(E e) { switch (e) { case A: return 1; default: return 2; } }
    static String cc(Object o) { return "a" + o.toString() + o.hashCode(); }
    public static void main(String[] args) {
        N n = new N();
        t(() -> w(1, null, 2, null)); t(() -> tern(n, true)); t(() -> tern2(n, true)); t(() -> tern2(n, false)); 
        n.a = new N(); t(() -> tern(n, true)); t(() -> inc(n, 0)); n.k = new N[3]; t(() -> inc(n, 0)); t(() -> inc(n, 2)); t(() -> big(n));
        t(() -> cat(null)); t(() -> sw(n, 1)); t(() -> sw(n, 2)); t(() -> sw(n, 3)); t(() -> sw(null, 1)); t(() -> compound(n)); t(() -> compound(new N())); t(() -> compound2(new N()));
        t(() -> whil(n)); t(() -> deep(n)); n.k[0] = n; t(() -> deep(n)); n.k[0] = new N(); t(() -> deep(n)); t(() -> cmp(null, "a")); t(() -> cmp("a", null));
        t(() -> new R(null, 1).len()); t(() -> new R("", null).len()); t(() -> en(null)); t(() -> cc(null));
        t(() -> { int[][] z = new int[2][2]; z[1][2] = 1; }); t(() -> { int[][] z = null; z[1][2] = 1; });
        t(() -> Objects.requireNonNull(null)); t(() -> Objects.requireNonNull(null, "msg")); t(() -> Objects.checkIndex(4, 3));
        t(() -> { Iterator<String> it = new ArrayList<String>().iterator(); it.next(); }); t(() -> new LinkedList<>().getFirst());
        t(() -> List.of("a", (String) null)); t(() -> { new StringBuilder("abc").insert(9, "x"); }); t(() -> { new String((char[]) null); });
        t(() -> Arrays.asList(3, null, 1).sort(null)); t(() -> Collections.max(Arrays.asList("a", null))); t(() -> { Object o = List.of(1); ((List<Object>) o).add(2); });
        t(() -> { Object o = E.A; ((Runnable) o).run(); }); t(() -> { Object o = new R("", 1); N x = (N) o; }); t(() -> { long[] l = new long[1]; l[1]++; });
        t(() -> { TreeSet<Object> s = new TreeSet<>(); s.add(1); s.add("x"); }); t(() -> new PriorityQueue<Object>().add(null)); t(() -> { PriorityQueue<Object> q = new PriorityQueue<>(); q.add(n); q.add(n); });
        t(() -> { String s = args[0]; }); t(() -> "a".repeat(-1)); t(() -> Enum.valueOf(E.class, "C")); t(() -> E.valueOf(null)); t(() -> { Integer i = null; i++; }); t(() -> { Map<String,Integer> m = new HashMap<>(); int c = m.get("q"); });
        Thread th = new Thread(() -> { t(() -> n.b.v = 2); }); th.start(); try { th.join(); } catch (InterruptedException e) { }
    }
}
