import java.lang.invoke.MethodHandles;

/** A handle of a field that is not there: an exception, which nobody raises here. */
public class HandleOfNothing {
    static boolean found;

    public static void main(String[] args) throws IllegalAccessException {
        try {
            MethodHandles.lookup().findVarHandle(HandleOfNothing.class, "nothing", int.class);
            found = true;
        } catch (NoSuchFieldException e) {
            found = false;
        }
        assert !found;
    }
}
