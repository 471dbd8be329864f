import java.util.concurrent.*;
import java.util.function.*;

/** A future asks for its executor, also if it is over or there is nothing to do. */
public class NoExecutor {
    static void show(String what, Supplier<Object> action) {
        try {
            action.get();
            System.out.println(what + " returns");
        } catch (NullPointerException e) {
            System.out.println(what + " throws");
        }
    }

    public static void main(String[] args) {
        CompletableFuture<Integer> over = CompletableFuture.completedFuture(5), open = new CompletableFuture<>();
        Executor none = null, here = Runnable::run;
        show("apply", () -> over.thenApplyAsync(x -> x, none));
        show("handle", () -> open.handleAsync((x, e) -> x, none));
        show("compose", () -> open.exceptionallyComposeAsync(e -> over, none));
        show("supply", () -> CompletableFuture.supplyAsync(() -> 1, none));
        show("here", () -> over.thenApplyAsync(x -> x, here));
        System.out.println(over.thenApplyAsync(x -> x + 1, here).join());
    }
}
