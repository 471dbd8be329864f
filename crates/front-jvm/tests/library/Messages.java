import java.util.*;
public class Messages {
    static class N { N next; N[] kids; int[] xs; String s; Integer boxed; N get(int i, String s, Object[] o) { return next; } static N st; long[][] ll; }
    static N none() { return null; }
    static void t(Runnable r) { try { r.run(); System.out.println("fine"); } catch (RuntimeException e) { System.out.println(e.getClass().getSimpleName() + ": " + e.getMessage()); } }
    static int f(N p, int i) { return p.next.kids[i].xs[0]; }
    static void g(N a, long b, N c, boolean q) { (q ? a : c).next = null; }
    static N[] arr = new N[3];
    interface I { void m(int[] a, List<String> l); }
    static void loop(N n) { for (int i = 0; i < 3; i++) { n = n.next; } }
    public static void main(String[] args) {
        N n = new N();
        N[] local = new N[2];
        int k = 1;
        t(() -> f(n, 2));
        t(() -> { n.next = new N(); f(n, 1); });
        t(() -> { n.next.kids = new N[2]; f(n, 1); });
        t(() -> f(n, 7));
        t(() -> g(null, 1, null, true));
        t(() -> { N.st.next.next = null; });
        t(() -> { n.get(1, "a", null).get(2, null, new Object[0]).s.length(); });
        t(() -> arr[k].kids[k + 1].next = null);
        t(() -> { int i = 2; arr[i].xs[i]++; });
        t(() -> { int i = n.boxed; });
        t(() -> { n.ll[0][1] = 3L; });
        t(() -> { n.ll = new long[2][]; n.ll[1][0] += 3L; });
        t(() -> { synchronized (none()) { } });
        t(() -> { throw (RuntimeException) null; });
        t(() -> { I i = null; i.m(null, null); });
        t(() -> { System.out.println(n.xs.length); });
        t(() -> { List<N> l = new ArrayList<>(); l.add(null); l.get(0).next = n; });
        t(() -> { Map<String, N> m = new HashMap<>(); m.get("x").kids[0] = n; });
        t(() -> { Object o = null; ((N) o).next = null; });
        t(() -> loop(n));
        t(() -> { n.next.next.next.next.next.next.next = null; });
        t(() -> { N[][] a = new N[1][]; a[0][0] = null; });
        t(() -> { byte[] b = null; b[0] = 1; });
        t(() -> { boolean[] b = null; boolean c = b[0]; });
        t(() -> { char[] b = null; b[0]++; });
        t(() -> { for (N x : local) x.next = null; });
        t(() -> { String s = null; switch (s) { case "a": break; } });
        t(() -> { Object o = n; String s = (String) o; });
        t(() -> { Object o = new int[0]; String s = (String) o; });
        t(() -> { Object o = 1; N s = (N) o; });
        t(() -> { Object o = new N[0]; N s = (N) o; });
        t(() -> { Object o = "x"; Object[] s = (Object[]) o; });
        t(() -> { Object o = new ArrayList<String>(); Map<?, ?> s = (Map<?, ?>) o; });
        t(() -> { List<Integer> l = (List) new ArrayList<>(List.of("a")); int x = l.get(0); });
        t(() -> { int[][] q = new int[2][-3]; });
        t(() -> { int[] q = new int[Integer.MIN_VALUE]; });
        t(() -> { int[] q = new int[0]; q[-1] = 2; });
        t(() -> { Object[] q = new Integer[1]; q[0] = "s"; });
        t(() -> { Object[] q = new Integer[1]; q[1] = "s"; });
        t(() -> "abc".charAt(5));
        t(() -> "abc".substring(2, 1));
        t(() -> "abc".compareTo(null));
        t(() -> new ArrayList<>().get(0));
        t(() -> List.of(1).get(3));
        t(() -> new ArrayDeque<>().addFirst(null));
        t(() -> new java.util.concurrent.ConcurrentHashMap<String, String>().put(null, ""));
        t(() -> new TreeMap<String, String>().put(null, ""));
        t(() -> Integer.parseInt(null));
        t(() -> new int[2].clone()[2]++);
        t(() -> Optional.of(null));
        t(() -> { Throwable x = new RuntimeException((Throwable) null); x.getCause().getMessage(); });
        t(() -> { try { n.next.xs[0] = 1; } catch (RuntimeException e) { throw new IllegalStateException(e); } });
    }
}
