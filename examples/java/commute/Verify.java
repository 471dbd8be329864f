package commute;

/** For test drivers: what the checker tries in all ways, and plain Java once. */
public final class Verify {
    private Verify() {
    }

    /** Some number from 0 to {@code n - 1}: the checker tries each. */
    public static int choose(int n) {
        return (int) (Math.random() * n);
    }

    /** Something that properties may speak of, as {@code event("name")}; the name is a literal. */
    public static void event(String name) {
    }

    /** Gives an object a name for properties, which may then speak of its fields, as {@code name.field}; the name is a literal. */
    public static void name(String name, Object object) {
    }

    /** Executions in which {@code condition} is false are of no interest. */
    public static void assume(boolean condition) {
        if (!condition) {
            throw new IllegalStateException("an assumption is false");
        }
    }
}
