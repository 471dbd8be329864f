import java.util.ArrayList;
import java.util.List;
// Switches, labelled loops, exceptions with finally, casts, arrays, texts, records, enums.
public class Control {
    enum Colour { RED, GREEN, BLUE; Colour next() { return values()[(ordinal() + 1) % values().length]; } }
    record Pair(int left, String right) { Pair { if (left < 0) throw new IllegalArgumentException("negative"); } int twice() { return 2 * left; } }
    sealed interface Tree permits Leaf, Node {}
    record Leaf(int value) implements Tree {}
    record Node(Tree left, Tree right) implements Tree {}
    static int sum(Tree t) {
        if (t instanceof Leaf l) return l.value();
        Node n = (Node) t;
        return sum(n.left()) + sum(n.right());
    }
    static String dense(int x) { switch (x) { case 0: return "zero"; case 1: case 2: return "few"; case 3: break; default: return "many"; } return "three"; }
    static String sparse(int x) { return switch (x) { case Integer.MIN_VALUE -> "min"; case -1000 -> "a"; case 1_000_000 -> "b"; default -> "?"; }; }
    static String text(String s) { switch (s) { case "Aa": return "1"; case "BB": return "2"; case "": return "3"; default: return "4"; } }
    static int ways(int x) {
        try { if (x == 0) return 1; if (x == 1) throw new IllegalStateException("one"); if (x == 2) { int[] a = new int[1]; return a[x]; } return 10 / (x - 3); }
        catch (IllegalStateException e) { return 20; }
        catch (ArrayIndexOutOfBoundsException | ArithmeticException e) { return 30; }
        finally { System.out.println("finally " + x); if (x == 5) return 99; }
    }
    static int deep(int n) { if (n == 0) throw new UnsupportedOperationException("deep"); try { return deep(n - 1) + 1; } finally { System.out.print(n); } }
    static int count(int... xs) { return xs.length; }
    static <T extends Comparable<T>> T greatest(List<T> list) { T best = list.get(0); for (T t : list) if (t.compareTo(best) > 0) best = t; return best; }
    public static void main(String[] args) {
        for (int i = -1; i < 6; i++) System.out.println(dense(i) + ways(i));
        System.out.println(sparse(Integer.MIN_VALUE) + sparse(-1000) + sparse(1_000_000) + sparse(0));
        System.out.println(text("Aa") + text("BB") + text("") + text("C"));
        outer:
        for (int i = 0; ; i++) { for (int j = 0; j < 5; j++) { if (j == 3) continue outer; if (i * j == 8) break outer; System.out.print(i * j); } }
        System.out.println();
        try { deep(4); } catch (UnsupportedOperationException e) { System.out.println(e.getMessage()); }
        Object[] things = {1, "two", 'c', 4L, new int[] {1}, null, Colour.BLUE, new Pair(1, "x")};
        for (Object o : things) {
            try { Integer i = (Integer) o; System.out.println("int " + i); } catch (ClassCastException e) { System.out.println("cast"); }
            System.out.println(o instanceof Number n ? n.intValue() : -1);
            System.out.println(o instanceof Comparable);
        }
        int[][] grid = new int[3][4]; grid[1][2] = 5; int[][] copy = grid.clone(); copy[1][2]++;
        System.out.println(grid[1][2] + " " + copy.length + " " + new long[2][3][1].length);
        try { Object x = new int[-1]; } catch (NegativeArraySizeException e) { System.out.println("negative"); }
        try { String none = null; none.length(); } catch (NullPointerException e) { System.out.println("null"); }
        try { new Pair(-1, ""); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        System.out.println(new Pair(3, "y") + " " + new Pair(3, "y").equals(new Pair(3, "y")) + " " + new Pair(3, "y").twice());
        System.out.println(sum(new Node(new Leaf(1), new Node(new Leaf(2), new Leaf(4)))));
        System.out.println(Colour.RED.next() + " " + Colour.valueOf("BLUE").next() + " " + Colour.values().length);
        System.out.println(count() + count(1) + count(1, 2) + " " + greatest(List.of("b", "d", "a")));
        StringBuilder b = new StringBuilder("abc"); b.insert(1, 'x').reverse().append(1).append(true).append(2L).deleteCharAt(0);
        System.out.println(b + " " + "hello".substring(1, 3) + "hello".indexOf('l') + " a b ".trim() + "x".repeat(3) + String.join("-", "p", "q"));
        System.out.println("Hello".hashCode() + " " + "a".compareTo("b") + " " + "A".equalsIgnoreCase("a") + " " + "abc".contains("bc") + " " + "é€".length());
        System.out.println(String.format("%5d|%-5s|%05d|%x|%b|%c|%%|%+d", 42, "ab", -7, 255, true, 'z', 5));
        System.out.printf("%s and %s%n", null, List.of(1, 2));
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < 20; i++) list.add(i * i % 7);
        list.removeIf(x -> x == 2); list.sort((x, y) -> y - x);
        System.out.println(list);
        long acc = 0; int k = 10; do { acc += k-- * 3L; } while (k > 0); acc <<= 2; acc %= 1000; System.out.println(acc);
        char ch = 'a'; ch += 1; ch++; System.out.println(ch); System.out.println((char) (ch + 1)); System.out.println(ch + 1);
        Integer p = 127, q = 127, r = 1000, t = 1000; System.out.println((p == q) + " " + r.equals(t) + " " + (r.intValue() == t));
    }
}
