import java.util.concurrent.*;
// The pool with one thread is not a ThreadPoolExecutor. Expected: exception.
public class PoolOfOne {
    public static void main(String[] args) {
        ThreadPoolExecutor e = (ThreadPoolExecutor) Executors.newSingleThreadExecutor();
        e.shutdown();
    }
}
