import java.util.Arrays;
import java.util.Collection;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.concurrent.Future;
import java.util.stream.BaseStream;

/** What a call came to, in words that do not depend on where it runs: a line after the other, so that all before a refusal are there. */
public final class Say {
    /** How many elements are looked at. */
    private static final int MOST = 8;

    private Say() { }

    public static void line(String text) {
        System.out.println(text);
    }

    public static void returns() {
        line("# returns");
    }

    public static void thrown(Throwable t) {
        line("# throws " + t.getClass().getName());
        line(t.getMessage());
    }

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
        if (o instanceof Float) return of((float) o);
        if (o instanceof Boolean) return "Boolean " + of((boolean) o);
        if (o instanceof Character) return of((char) o);
        if (o instanceof Enum) return "constant " + ((Enum<?>) o).name();
        if (o instanceof Class) return "class " + ((Class<?>) o).getName();
        if (o instanceof Throwable) return o.getClass().getName() + ": " + ((Throwable) o).getMessage();
        if (o instanceof Collection) return collection((Collection<?>) o);
        if (o instanceof Map) return map((Map<?, ?>) o);
        if (o instanceof Thread) return "thread";
        if (o instanceof Future) return "future";
        if (o instanceof BaseStream) return "stream" + iterator(((BaseStream<?, ?>) o).iterator());
        if (o instanceof Iterator) return "iterator" + iterator((Iterator<?>) o);
        return array(o);
    }

    private static String array(Object o) {
        if (o instanceof int[]) return "int" + Arrays.toString((int[]) o);
        if (o instanceof long[]) return "long" + Arrays.toString((long[]) o);
        if (o instanceof byte[]) return "byte" + Arrays.toString((byte[]) o);
        if (o instanceof char[]) return "char \"" + new String((char[]) o) + "\"";
        if (o instanceof short[]) return "short" + Arrays.toString((short[]) o);
        if (o instanceof boolean[]) return "boolean" + Arrays.toString((boolean[]) o);
        if (o instanceof float[]) {
            String text = "float[";
            for (float f : (float[]) o) text += of(f) + " ";
            return text + "]";
        }
        if (o instanceof double[]) {
            String text = "double[";
            for (double d : (double[]) o) text += of(d) + " ";
            return text + "]";
        }
        if (o instanceof Object[]) {
            String text = "Object[";
            for (Object each : (Object[]) o) text += each == o ? "itself" : of(each) + " ";
            return text + "]";
        }
        // An object that has no text of its own: its class is not always what it is for others.
        String text = String.valueOf(o);
        return text != null && text.startsWith(o.getClass().getName() + "@") ? "object" : "text " + text;
    }

    private static String iterator(Iterator<?> iterator) {
        String text = "[";
        for (int n = 0; n < MOST && iterator.hasNext(); n++) {
            text += of(iterator.next()) + " ";
        }
        return text + "]";
    }

    /** Of sets without an order the order is nobody's business. */
    private static String collection(Collection<?> all) {
        boolean open = all instanceof Set && !(all instanceof SortedSet) && !(all instanceof LinkedHashSet);
        return "collection of " + all.size() + (open ? sorted(all) : iterator(all.iterator()));
    }

    private static String map(Map<?, ?> map) {
        boolean open = !(map instanceof SortedMap) && !(map instanceof LinkedHashMap);
        return "map of " + map.size() + (open ? sorted(map.entrySet()) : iterator(map.entrySet().iterator()));
    }

    private static String sorted(Collection<?> all) {
        String[] texts = new String[all.size()];
        int count = 0;
        for (Object each : all) {
            String text = of(each);
            int at = count++;
            for (; at > 0 && texts[at - 1].compareTo(text) > 0; at--) texts[at] = texts[at - 1];
            texts[at] = text;
        }
        String text = "{";
        for (int n = 0; n < count && n < MOST; n++) text += texts[n] + " ";
        return text + "}";
    }
}
