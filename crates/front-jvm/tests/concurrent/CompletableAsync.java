// supplyAsync on a given executor. Expected: holds.
import java.util.concurrent.*;
public class CompletableAsync {
    public static void main(String[] args) {
        Executor each = task -> new Thread(task).start();
        CompletableFuture<Integer> a = CompletableFuture.supplyAsync(() -> 1, each);
        CompletableFuture<Integer> b = a.thenCombine(CompletableFuture.completedFuture(2), Integer::sum);
        assert b.join() == 3;
    }
}
