// The same by reading and writing. Expected: the assertion fails.
import java.lang.invoke.*;
public class HandleRace {
    static long count;
    static final VarHandle COUNT;
    static {
        try {
            COUNT = MethodHandles.lookup().findStaticVarHandle(HandleRace.class, "count", long.class);
        } catch (ReflectiveOperationException e) { throw new ExceptionInInitializerError(e); }
    }
    static void work() { COUNT.setVolatile((long) COUNT.getVolatile() + 1L); }
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(HandleRace::work);
        t.start(); work(); t.join();
        assert count == 2;
    }
}
