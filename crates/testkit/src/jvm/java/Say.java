import java.util.Collection;
import java.util.concurrent.Future;

/** What a call came to, in words that do not depend on where it runs. */
public final class Say {
    private Say() { }

    public static String of(boolean b) {
        return b ? "true" : "false";
    }

    public static String of(char c) {
        return "char " + (int) c;
    }

    public static String of(int n) {
        return Integer.toString(n);
    }

    public static String of(long n) {
        return Long.toString(n);
    }

    public static String of(float f) {
        return "float " + Float.floatToIntBits(f);
    }

    public static String of(double d) {
        return "double " + Double.doubleToLongBits(d);
    }

    public static String of(Object o) {
        if (o == null) return "null";
        if (o instanceof String) return "\"" + o + "\"";
        if (o instanceof Integer) return "Integer " + of((int) o);
        if (o instanceof Long) return "Long " + of((long) o);
        if (o instanceof Double) return of((double) o);
        if (o instanceof Boolean) return "Boolean " + of((boolean) o);
        if (o instanceof Character) return of((char) o);
        if (o instanceof Enum) return "constant " + ((Enum<?>) o).name();
        if (o instanceof Class) return "class " + ((Class<?>) o).getName();
        if (o instanceof Throwable) return thrown((Throwable) o);
        if (o instanceof int[]) return "int[" + ((int[]) o).length + "]";
        if (o instanceof Object[]) return "Object[" + ((Object[]) o).length + "]";
        if (o instanceof Collection) return "collection of " + ((Collection<?>) o).size();
        if (o instanceof Thread) return "thread";
        if (o instanceof Future) return "future";
        return "object";
    }

    public static String thrown(Throwable t) {
        return t.getClass().getName();
    }
}
