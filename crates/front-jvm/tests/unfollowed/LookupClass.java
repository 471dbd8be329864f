import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A handle that is found by the class of a lookup. */
public class LookupClass {
    static volatile int value;
    static final VarHandle VALUE;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            VALUE = lookup.findStaticVarHandle(lookup.lookupClass(), "value", int.class);
        } catch (ReflectiveOperationException e) {
            throw new Error(e);
        }
    }

    public static void main(String[] args) {
        assert VALUE.compareAndSet(0, 1);
    }
}
