// A variable handle. Expected: holds.
import java.lang.invoke.*;
public class HandleAdd {
    int count;
    static final VarHandle COUNT;
    static {
        try {
            COUNT = MethodHandles.lookup().findVarHandle(HandleAdd.class, "count", int.class);
        } catch (ReflectiveOperationException e) { throw new ExceptionInInitializerError(e); }
    }
    public static void main(String[] args) throws InterruptedException {
        HandleAdd it = new HandleAdd();
        Thread t = new Thread(() -> { int old = (int) COUNT.getAndAdd(it, 1); });
        t.start(); COUNT.getAndAdd(it, 2); t.join();
        assert (int) COUNT.getVolatile(it) == 3;
    }
}
