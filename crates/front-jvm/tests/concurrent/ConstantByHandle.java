import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

// Constants that no instruction has in it, as they are read by handle.
public class ConstantByHandle {
    static final long LONG = 1L << 40;
    static final int INT = 3;
    static final double DOUBLE = 0.5;
    static final VarHandle OF_LONG, OF_INT, OF_DOUBLE;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            OF_LONG = lookup.findStaticVarHandle(ConstantByHandle.class, "LONG", long.class);
            OF_INT = lookup.findStaticVarHandle(ConstantByHandle.class, "INT", int.class);
            OF_DOUBLE = lookup.findStaticVarHandle(ConstantByHandle.class, "DOUBLE", double.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) {
        assert (long) OF_LONG.get() == 1L << 40;
        assert (int) OF_INT.get() == 3;
        assert (double) OF_DOUBLE.get() == 0.5;
    }
}
