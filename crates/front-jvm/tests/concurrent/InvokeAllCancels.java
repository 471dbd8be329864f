import java.util.concurrent.*;
// If the first of two tasks fails, the other one is cancelled unless it has ended. Expected: holds.
public class InvokeAllCancels {
    public static void main(String[] args) {
        ForkJoinTask<?> fails = ForkJoinTask.adapt(() -> { throw new IllegalStateException(); });
        ForkJoinTask<Integer> other = ForkJoinTask.adapt(() -> 1);
        try {
            ForkJoinTask.invokeAll(fails, other);
            assert false;
        } catch (IllegalStateException e) {
            assert other.isDone();
        }
    }
}
