import java.util.*;
public class Basics {
    interface Shape { double area(); default String describe() { return "shape of " + area(); } }
    static class Square implements Shape { final double s; Square(double s) { this.s = s; } public double area() { return s * s; } }
    static class Circle implements Shape { final double r; Circle(double r) { this.r = r; } public double area() { return 3 * r * r; } public String describe() { return "circle " + r; } }
    enum Colour { RED, GREEN { int code() { return 7; } }, BLUE; int code() { return ordinal() + 1; } }
    static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
    static int tryIt(int x) {
        try { if (x == 0) throw new IllegalStateException("zero"); return 10 / (x - 1); }
        catch (ArithmeticException e) { return -1; }
        catch (IllegalStateException e) { System.out.println("caught " + e.getMessage()); return -2; }
        finally { System.out.println("finally " + x); }
    }
    public static void main(String[] args) {
        System.out.println(fib(15));
        Shape[] shapes = { new Square(2), new Circle(1.5) };
        for (Shape s : shapes) System.out.println(s.describe());
        System.out.println(tryIt(0)); System.out.println(tryIt(1)); System.out.println(tryIt(3));
        for (Colour c : Colour.values()) { System.out.print(c + ":" + c.code() + " "); switch (c) { case RED: System.out.println("r"); break; case GREEN: System.out.println("g"); break; default: System.out.println("other"); } }
        int[][] grid = new int[3][4]; grid[1][2] = 5; int sum = 0; for (int[] row : grid) for (int v : row) sum += v; System.out.println(sum);
        long big = 1L << 40; int i = (int) big; System.out.println(big + " " + i + " " + (byte) 200 + " " + (char) 66 + " " + (short) 70000 + " " + (5 / 2.0) + " " + (7 % 3) + " " + (-7 % 3) + " " + (-7 >> 1) + " " + (-7 >>> 28) + " " + (1.0f / 3));
        System.out.println(Integer.MAX_VALUE + 1); System.out.println((int) Double.NaN); System.out.println((long) 1e30); System.out.println(Integer.toHexString(-1));
        String text = "hello"; System.out.println(text.toUpperCase().substring(1) + text.indexOf('l') + text.length() + text.charAt(1) + text.equals("hel" + "lo") + text.hashCode());
        switch (text) { case "hello": System.out.println("matched"); break; default: System.out.println("no"); }
        List<Integer> list = new ArrayList<>(); for (int k = 0; k < 12; k++) list.add(k * k % 7); Collections.sort(list); System.out.println(list);
        Map<String, Integer> map = new HashMap<>(); for (String w : "a b a c b a".split(" ")) map.merge(w, 1, Integer::sum); System.out.println(map);
        StringBuilder sb = new StringBuilder(); for (int k = 0; k < 5; k++) sb.append(k).append(','); System.out.println(sb.reverse());
        Object o = list; System.out.println(o instanceof List); System.out.println(o instanceof int[]); Object arr = new int[]{1,2}; System.out.println(arr instanceof int[]);
        try { Object s = "x"; Integer n = (Integer) s; System.out.println(n); } catch (ClassCastException e) { System.out.println("cce"); }
        try { int[] a = new int[2]; a[2] = 1; } catch (ArrayIndexOutOfBoundsException e) { System.out.println("aioobe"); }
        try { String s = null; s.length(); } catch (NullPointerException e) { System.out.println("npe"); }
        Runnable r = () -> System.out.println("run " + text); r.run();
        java.util.function.IntBinaryOperator add = (a, b) -> a + b; System.out.println(add.applyAsInt(3, 4));
        java.util.function.Function<String, Integer> len = String::length; System.out.println(len.apply("four"));
        System.out.println(Long.MAX_VALUE + " " + Long.MIN_VALUE + " " + Double.MAX_VALUE + " " + Float.MIN_VALUE);
        System.out.println(new Basics() instanceof Object);
    }
}
