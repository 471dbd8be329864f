import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** Two threads call a handle of an increment that is not synchronized, and one of one that is. */
public class HandleCalls {
    int safe;
    volatile int unsafe;
    static final MethodHandle SAFE = find("safe"), UNSAFE = find("unsafe");

    static MethodHandle find(String name) {
        try {
            return MethodHandles.lookup().findVirtual(HandleCalls.class, name, MethodType.methodType(int.class, int.class));
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    synchronized int safe(int by) {
        return safe += by;
    }

    int unsafe(int by) {
        return unsafe += by;
    }

    void run() {
        try {
            int ignored = (int) SAFE.invokeExact(this, 1);
            UNSAFE.invoke(this, (byte) 1);
        } catch (Throwable e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        HandleCalls calls = new HandleCalls();
        Thread one = new Thread(calls::run), other = new Thread(calls::run);
        one.start();
        other.start();
        one.join();
        other.join();
        assert calls.safe == 2;
        assert calls.unsafe == 2 : calls.unsafe;
    }
}
