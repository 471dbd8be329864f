import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** A handle that is one or the other. */
public class HandleChosen {
    static int one = 1;
    static int two = 2;
    static final VarHandle ONE_OF_THEM;

    static {
        try {
            if (Integer.parseInt("1") == 2) {
                ONE_OF_THEM = MethodHandles.lookup().findStaticVarHandle(HandleChosen.class, "one", int.class);
            } else {
                ONE_OF_THEM = MethodHandles.lookup().findStaticVarHandle(HandleChosen.class, "two", int.class);
            }
        } catch (ReflectiveOperationException e) {
            throw new Error(e);
        }
    }

    public static void main(String[] args) {
        assert (int) ONE_OF_THEM.get() == 2;
    }
}
