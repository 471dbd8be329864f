import java.io.Serializable;
import java.util.Arrays;
import java.util.function.Function;
import java.util.function.Supplier;

/** Corners of the language that a translation gets wrong first. */
public class Corners {
    static Corners nobody;

    static void shows(String what, Supplier<Object> does) {
        try {
            System.out.println(what + ": " + does.get());
        } catch (RuntimeException e) {
            System.out.println(what + ": " + e.getClass().getName());
        }
    }

    final int alone() {
        return 1;
    }

    private int hidden() {
        return 2;
    }

    static int zero() {
        return 0;
    }

    static Object copy(Object from, Object to, int count) {
        System.arraycopy(from, 0, to, 0, count);
        return "copied";
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    static Object polluted() {
        Function<String, Integer> length = s -> 7;
        return ((Function) length).apply(3);
    }

    static int nullReferences(Function<Corners, Integer> f) {
        return f.apply(null);
    }

    interface Greets {
        default String greet() {
            return "default";
        }
    }

    static class Base implements Greets {
        String name() {
            return "base";
        }
    }

    static class Derived extends Base {
        public String greet() {
            return "derived of " + super.greet() + " " + super.name();
        }

        String name() {
            return "derived";
        }
    }

    static int finallyWins() {
        try {
            return 1 / zero();
        } catch (ArithmeticException e) {
            return 2;
        } finally {
            System.out.println("finally");
        }
    }

    @SuppressWarnings("finally")
    static int finallyReturns() {
        try {
            throw new IllegalStateException();
        } finally {
            return 3;
        }
    }

    public static void main(String[] args) {
        shows("final method of null", () -> nobody.alone());
        shows("private method of null", () -> nobody.hidden());
        shows("reference to a private method of null", () -> nullReferences(Corners::hidden));
        shows("polluted", () -> polluted());
        shows("no rows of negative length", () -> new int[zero()][-1].length);
        shows("rows of negative length", () -> new int[2][zero() - 3].length);
        shows("ints to longs", () -> copy(new int[2], new long[2], 1));
        shows("bytes to booleans", () -> copy(new byte[2], new boolean[2], 0));
        shows("ints to objects", () -> copy(new int[2], new Object[2], 1));
        shows("texts to numbers", () -> copy(new Object[] {1, "x"}, new Integer[2], 2));
        shows("numbers to numbers", () -> copy(new Object[] {1, 2}, new Integer[2], 2));
        Integer[] half = new Integer[2];
        shows("half", () -> copy(new Object[] {1, "x"}, half, 2));
        System.out.println(Arrays.toString(half));
        Object array = new int[1];
        Object of = new String[] {"a"};
        System.out.println((array instanceof Cloneable) + " " + (array instanceof Serializable) + " " + (of instanceof Object[]));
        System.out.println((array instanceof Object[]) + " " + (of instanceof CharSequence[]) + " " + (of instanceof Cloneable));
        Cloneable clone = (Cloneable) of;
        Serializable[] nested = (Serializable[]) (Object) new int[1][1];
        System.out.println((clone == of) + " " + nested.length);
        shows("cast", () -> (Object) ((Integer[]) of).length);
        Object[] wide = new Serializable[1];
        wide[0] = new int[3];
        System.out.println(((int[]) wide[0]).length);
        System.out.println(new Derived().greet() + ", " + new Base().greet());
        System.out.println(finallyWins() + " " + finallyReturns());
        long shifted = 1L << 65 | 5L >>> 66 | -1 >>> 33;
        System.out.println(shifted + " " + (1 << -1) + " " + (-1L >>> -1) + " " + (byte) 300 + " " + (char) -1 + 0);
        System.out.println((int) Double.NaN + " " + (long) 1e30 + " " + (int) -1e30f + " " + (byte) 1e10 + " " + (short) -4e9);
        System.out.println(Integer.MIN_VALUE / -1 + " " + Long.MIN_VALUE % -1 + " " + -7 / 2 + " " + -7 % 3 + " " + -0.0 % 1);
        String none = null;
        char c = 'c';
        System.out.println("x" + none + c + 1.0f + 1e10 + true + (Object) null + 'd' + 1L);
        none += "!";
        System.out.println(none);
    }
}
