import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

// A question to a handle is no access to its variable.
public class HandleAsked {
    static Object kept;
    static final VarHandle KEPT;

    static {
        try {
            KEPT = MethodHandles.lookup().findStaticVarHandle(HandleAsked.class, "kept", Object.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) {
        KEPT.isAccessModeSupported(VarHandle.AccessMode.GET);
        assert kept == null;
    }
}
