import java.util.concurrent.ForkJoinPool;

// The thread that joins a task gets a copy of what another thread threw, whose cause that is.
public class CopyOfFailure {
    public static void main(String[] args) {
        try {
            new ForkJoinPool(1).invoke(java.util.concurrent.ForkJoinTask.adapt(() -> { throw new IllegalStateException("a"); }));
        } catch (IllegalStateException e) {
            assert e.getMessage().equals("a");
        }
    }
}
