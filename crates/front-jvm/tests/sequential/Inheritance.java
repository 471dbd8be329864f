import java.util.function.*;
public class Inheritance {
    static abstract class Animal { String name; Animal(String n) { name = n; init(); } void init() { System.out.println("init " + name); } abstract String sound(); public String toString() { return name + " says " + sound(); } }
    static class Dog extends Animal { int legs = 4; Dog() { super("dog"); } void init() { super.init(); System.out.println("legs " + legs); } String sound() { return "wuff"; } }
    static class Puppy extends Dog { String sound() { return super.sound() + "!"; } public boolean equals(Object o) { return o instanceof Puppy; } public int hashCode() { return 5; } }
    interface A { default String hi() { return "A"; } } interface B extends A { default String hi() { return "B" + A.super.hi(); } }
    static class C implements A, B { }
    static int depth(int n) { return n == 0 ? 0 : 1 + depth(n - 1); }
    static int counter; static int next() { return ++counter; }
    static String kind(Object o) { if (o instanceof Integer) return "int"; if (o instanceof String) return "text"; if (o == null) return "null"; return "other"; }
    public static void main(String[] args) {
        Animal a = new Puppy(); System.out.println(a); System.out.println(a.equals(new Puppy())); System.out.println(new C().hi());
        System.out.println(depth(300)); int[] v = { next(), next() }; v[0] += v[1]++ * 10; System.out.println(v[0] + "," + v[1]);
        System.out.println(kind(3) + kind("s") + kind(null) + kind(2.5)); Integer x = 127, y = 127, p = 1000, q = 1000; System.out.println((x == y) + " " + (p == q) + " " + p.equals(q));
        Supplier<Supplier<String>> s = () -> () -> "nested"; System.out.println(s.get().get()); BiFunction<Integer, Integer, Integer> f = Math::max; System.out.println(f.apply(3, 9)); Function<Integer, int[]> mk = int[]::new; System.out.println(mk.apply(3).length);
        Function<Integer, Function<Integer, Integer>> add = m -> n -> m + n; System.out.println(add.apply(2).apply(5)); UnaryOperator<String> up = String::trim; System.out.println("[" + up.apply("  t ") + "]");
        long total = 0; for (long i = 1; i <= 20; i++) total = total * 31 + i; System.out.println(total); System.out.println(Long.toString(total, 16)); char ch = 'a'; ch += 2; System.out.println(ch); byte b = (byte) 0x90; System.out.println(b >> 2); System.out.println((b & 0xff) >>> 2); short sh = (short) 40000; System.out.println(sh);
        label: for (int i = 0; i < 5; i++) { for (int j = 0; j < 5; j++) { if (i * j == 6) { System.out.println(i + "*" + j); break label; } if (j > i) continue label; } }
        try { try { throw new RuntimeException("first"); } finally { System.out.println("inner"); } } catch (RuntimeException e) { System.out.println(e.getMessage()); }
        try { Object[] o = new Integer[1]; System.out.println(o.length); System.out.println(1 / (args.length)); } catch (ArithmeticException e) { System.out.println("div"); }
        StringBuilder sb = new StringBuilder("abc"); sb.insert(1, "XY").deleteCharAt(0).append(1.5f).append('c').append(true).append(10L); System.out.println(sb); System.out.println(String.join("-", "a", "b", "c")); System.out.println("a,b,,c".split(",").length); System.out.println("Hello".replace('l', 'L').contains("LL")); System.out.println("b".compareTo("a")); System.out.println(String.valueOf(new char[] { 'x', 'y' })); System.out.println(Integer.parseInt("-42") + Long.parseLong("7")); System.out.println(Integer.toBinaryString(10) + Integer.bitCount(255)); System.out.println(Double.compare(0.0, -0.0)); System.out.println(Float.NaN == Float.NaN); System.out.println(0.1 + 0.2); System.out.println((float) 0.1); System.out.println(1e10); System.out.println(100.0 / 3); System.out.println((int) 3.99 + " " + (int) -3.99 + " " + Math.round(2.5)); System.out.println(5 % -3 + " " + -5.5 % 2); System.out.println(Math.abs(-7) + Math.min(2, 3)); int sw = 3; switch (sw) { case 1: case 3: System.out.println("three"); case 4: System.out.println("fall"); break; default: System.out.println("no"); }
        int i = 5; i = i++ + ++i; System.out.println(i); System.out.println(i > 3 ? "big" : "small"); int sh2 = 1 << 33; System.out.println(sh2); System.out.println(1L << 33); System.out.println('a' + 1); System.out.println((char) ('a' + 1)); final int[][] tri = new int[4][]; for (int r = 0; r < 4; r++) { tri[r] = new int[r + 1]; tri[r][0] = tri[r][r] = 1; for (int c = 1; c < r; c++) tri[r][c] = tri[r - 1][c - 1] + tri[r - 1][c]; } System.out.println(tri[3][1] + " " + tri[3].clone().length);
    }
}
