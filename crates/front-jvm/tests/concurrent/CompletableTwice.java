// Two complete it; only one value counts. Expected: the assertion fails.
import java.util.concurrent.CompletableFuture;
public class CompletableTwice {
    public static void main(String[] args) {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        new Thread(() -> future.complete(1)).start();
        future.complete(2);
        assert future.getNow(0) == 2;
    }
}
