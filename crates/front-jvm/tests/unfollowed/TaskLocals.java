import java.util.concurrent.ForkJoinPool;

// Which thread of the pool runs the second task, and what the first has left there, is not known.
public class TaskLocals {
    static final ThreadLocal<Integer> local = ThreadLocal.withInitial(() -> 0);

    public static void main(String[] args) throws Exception {
        ForkJoinPool pool = new ForkJoinPool(1);
        pool.submit(() -> local.set(1)).get();
        assert pool.submit(() -> local.get()).get() == 0;
    }
}
