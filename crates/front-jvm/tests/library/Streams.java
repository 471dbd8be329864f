import java.io.*;
import java.util.*;
public class Streams {
    enum Color { RED, GREEN { void f() {} }; void f() {} }
    static class A { int base = 1; A() { base = 42; } }
    static class B extends A implements Serializable { private static final long serialVersionUID = 5; int b = 7; double d = 1.5; boolean z = true; char c = 'x'; int[] ints = {1, 2}; String[] texts = {"a", null}; Color color = Color.GREEN; }
    static class H implements Serializable {
        transient int twice; int once;
        H(int n) { once = n; twice = 2 * n; }
        private void writeObject(ObjectOutputStream o) throws IOException { o.defaultWriteObject(); o.writeInt(twice); }
        private void readObject(ObjectInputStream i) throws IOException, ClassNotFoundException { i.defaultReadObject(); twice = i.readInt(); }
    }
    static class One implements Serializable { static final One ONE = new One(); private Object readResolve() { return ONE; } }
    static class W implements Serializable { int v; W(int v) { this.v = v; } private Object writeReplace() { return "w" + v; } }
    public static class X implements Externalizable { int n; public X() {} X(int n) { this.n = n; }
        public void writeExternal(ObjectOutput o) throws IOException { o.writeInt(n); }
        public void readExternal(ObjectInput i) throws IOException { n = i.readInt(); } }
    record R(int a, String b) implements Serializable {}
    static class Mine extends Exception { int code; Mine(String m, int code) { super(m); this.code = code; } }
    static class Bad implements Serializable { Object o = new Object(); }
    static byte[] bytes(Object o) throws IOException {
        ByteArrayOutputStream b = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(b)) { out.writeObject(o); }
        return b.toByteArray();
    }
    static void show(byte[] bytes) {
        StringBuilder sb = new StringBuilder();
        for (byte x : bytes) { sb.append(Character.forDigit(x >> 4 & 15, 16)).append(Character.forDigit(x & 15, 16)); }
        System.out.println(sb);
    }
    static Object copy(Object o) throws Exception {
        byte[] b = bytes(o);
        if (!(o instanceof Throwable)) show(b);
        return new ObjectInputStream(new ByteArrayInputStream(b)).readObject();
    }
    public static void main(String[] args) throws Exception {
        B b = new B(); b.base = 3;
        B c = (B) copy(b);
        System.out.println(c.base + " " + c.b + c.d + c.z + c.c + c.ints[1] + c.texts[0] + c.texts[1] + (c.color == Color.GREEN));
        System.out.println(((H) copy(new H(4))).twice);
        System.out.println(copy(One.ONE) == One.ONE);
        System.out.println(copy(new W(3)));
        System.out.println(((X) copy(new X(8))).n);
        System.out.println(copy(new R(1, "r")));
        ArrayList<Object> list = new ArrayList<>(List.of(1, 2L, "x", 'c', (byte) 4, true, 2.5f)); list.add(list.get(2)); list.add(null);
        ArrayList<?> l2 = (ArrayList<?>) copy(list);
        System.out.println(l2 + " " + (l2.get(2) == l2.get(7)));
        HashMap<String, Integer> map = new HashMap<>(); map.put("one", 1); map.put("two", 2);
        System.out.println(copy(map));
        Mine m = (Mine) copy(new Mine("oops", 6));
        System.out.println(m.getMessage() + m.code + m.getCause());
        Throwable t = (Throwable) copy(new IllegalStateException("s", new Mine("in", 1)));
        System.out.println(t + " " + t.getCause());
        try { bytes(new Bad()); } catch (NotSerializableException e) { System.out.println(e); }
        System.out.println(Arrays.toString((int[][]) copy(new int[][] {{1}, {2, 3}})).length() > 0);
        System.out.println(ObjectStreamClass.lookup(B.class) + " " + ObjectStreamClass.lookup(Object.class));
        System.out.println(ObjectStreamClass.lookup(Mine.class).getSerialVersionUID() + " " + ObjectStreamClass.lookup(Runnable[].class));
    }
}
