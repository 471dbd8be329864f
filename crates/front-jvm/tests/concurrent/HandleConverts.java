import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A handle whose value is asked for as one of another type. */
public class HandleConverts {
    static int value = 3;
    static final VarHandle VALUE;

    static {
        try {
            VALUE = MethodHandles.lookup().findStaticVarHandle(HandleConverts.class, "value", int.class);
        } catch (ReflectiveOperationException e) {
            throw new Error(e);
        }
    }

    public static void main(String[] args) {
        assert (double) VALUE.get() == 3.0;
    }
}
