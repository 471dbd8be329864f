// A future that one thread completes and another combines. Expected: holds.
import java.util.concurrent.CompletableFuture;
public class Completable {
    public static void main(String[] args) {
        CompletableFuture<Integer> first = new CompletableFuture<>();
        CompletableFuture<Integer> then = first.thenApply(x -> x + 1);
        new Thread(() -> first.complete(41)).start();
        assert then.join() == 42;
    }
}
