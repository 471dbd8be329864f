import java.util.concurrent.*;
// A pool that is shut down still runs what its tasks fork. Expected: holds.
public class ForkAfterShutdown {
    static class Sum extends RecursiveTask<Integer> {
        final int n;
        Sum(int n) { this.n = n; }
        protected Integer compute() {
            if (n == 0) {
                return 1;
            }
            Sum left = new Sum(n - 1);
            left.fork();
            return left.join() + 1;
        }
    }

    public static void main(String[] args) throws Exception {
        ForkJoinPool pool = new ForkJoinPool(1);
        ForkJoinTask<Integer> task = pool.submit(new Sum(1));
        pool.shutdown();
        assert task.get() == 2;
    }
}
