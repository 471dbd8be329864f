import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

class CompletableFutureTest extends T {
    static CompletableFuture<Integer> open() { return new CompletableFuture<>(); }
    static CompletableFuture<Integer> of(int x) { return CompletableFuture.completedFuture(x); }
    static final RuntimeException X = new IllegalStateException("x");
    static CompletableFuture<Integer> failed() { return CompletableFuture.failedFuture(X); }
    static void fails(CompletableFuture<?> f) { yes(f.isCompletedExceptionally()); same(X, raises(ExecutionException.class, f::get).getCause()); }

    @Test void newOneIsNotDone() { CompletableFuture<Integer> f = open(); no(f.isDone()); no(f.isCancelled()); no(f.isCompletedExceptionally()); eq(7, f.getNow(7)); }
    @Test void completeOnce() throws Exception { CompletableFuture<Integer> f = open(); yes(f.complete(1)); no(f.complete(2)); no(f.completeExceptionally(X)); yes(f.isDone()); eq(1, f.get()); eq(1, f.join()); eq(1, f.getNow(7)); }
    @Test void completeWithNull() throws Exception { CompletableFuture<Integer> f = open(); yes(f.complete(null)); eq(null, f.get()); yes(f.isDone()); }
    @Test void completeExceptionallyFails() { CompletableFuture<Integer> f = open(); yes(f.completeExceptionally(X)); fails(f); same(X, raises(CompletionException.class, f::join).getCause()); same(X, raises(CompletionException.class, () -> f.getNow(1)).getCause()); }
    @Test void completeExceptionallyNeedsACause() { raises(NullPointerException.class, () -> open().completeExceptionally(null)); raises(NullPointerException.class, () -> CompletableFuture.failedFuture(null)); }
    @Test void completedAndFailed() throws Exception { eq(3, of(3).get()); fails(failed()); eq(3, CompletableFuture.completedStage(3).toCompletableFuture().get()); }
    @Test void cancelCancels() { CompletableFuture<Integer> f = open(); yes(f.cancel(true)); yes(f.isCancelled()); yes(f.isDone()); yes(f.isCompletedExceptionally()); raises(CancellationException.class, f::get); raises(CancellationException.class, f::join); no(of(1).cancel(true)); }
    @Test void obtrude() throws Exception { CompletableFuture<Integer> f = of(1); f.obtrudeValue(2); eq(2, f.get()); f.obtrudeException(X); fails(f); }
    @Test void blocksInGet() throws Exception { open().get(); }
    @Test void blocksInJoin() { open().join(); }
    @Test void timedGetRaises() { raises(TimeoutException.class, () -> open().get(1, TimeUnit.MILLISECONDS)); }
    @Test void timedGetOfDone() throws Exception { eq(1, of(1).get(1, TimeUnit.SECONDS)); eq(1, of(1).get(0, TimeUnit.SECONDS)); }
    @Test void getIsInterrupted() throws Exception { CompletableFuture<Integer> f = open(); interrupted(f::get); }
    @Test void getIsInterruptedBefore() { interruptedBefore(() -> open().get()); interruptedBefore(() -> open().get(1, TimeUnit.SECONDS)); }
    @Test void getWaits() throws Exception { CompletableFuture<Integer> f = open(); Thread t = go(() -> f.complete(1)); eq(1, f.get()); t.join(); }
    @Test void joinWaits() throws Exception { CompletableFuture<Integer> f = open(); Thread t = go(() -> eq(1, f.join())); f.complete(1); t.join(); }
    @Test void oneOfTwoCompletesWins() throws Exception { CompletableFuture<Integer> f = open(); boolean[] won = new boolean[1]; Thread t = go(() -> won[0] = f.complete(1)); boolean mine = f.complete(2); t.join(); yes(mine != won[0]); eq(mine ? 2 : 1, f.join()); }
    @Test void thenApply() { eq(2, of(1).thenApply(x -> x + 1).join()); CompletableFuture<Integer> f = open(), g = f.thenApply(x -> x + 1); no(g.isDone()); f.complete(1); eq(2, g.join()); }
    @Test void thenApplyOfFailed() { CompletableFuture<Integer> g = failed().thenApply(x -> x + 1); yes(g.isCompletedExceptionally()); same(X, raises(CompletionException.class, g::join).getCause()); }
    @Test void thenApplyThatThrows() { fails(of(1).thenApply(x -> { throw X; })); }
    @Test void thenAccept() { int[] x = new int[1]; eq(null, of(3).thenAccept(v -> x[0] = v).join()); eq(3, x[0]); }
    @Test void thenRun() { int[] x = new int[1]; of(3).thenRun(() -> x[0]++).join(); eq(1, x[0]); failed().thenRun(() -> x[0]++); eq(1, x[0]); }
    @Test void thenCombine() { eq(3, of(1).thenCombine(of(2), Integer::sum).join()); CompletableFuture<Integer> f = open(), g = open(), h = f.thenCombine(g, Integer::sum); f.complete(1); no(h.isDone()); g.complete(2); eq(3, h.join()); }
    @Test void thenCombineOfFailed() { yes(of(1).thenCombine(failed(), Integer::sum).isCompletedExceptionally()); }
    @Test void thenAcceptBoth() { int[] x = new int[1]; of(1).thenAcceptBoth(of(2), (a, b) -> x[0] = a + b).join(); eq(3, x[0]); }
    @Test void runAfterBoth() { int[] x = new int[1]; CompletableFuture<Integer> f = open(); CompletableFuture<Void> g = of(1).runAfterBoth(f, () -> x[0]++); eq(0, x[0]); f.complete(1); g.join(); eq(1, x[0]); }
    @Test void applyToEither() { eq(2, open().applyToEither(of(1), x -> x + 1).join()); eq(2, of(1).applyToEither(open(), x -> x + 1).join()); }
    @Test void acceptAndRunAfterEither() { int[] x = new int[2]; open().acceptEither(of(1), v -> x[0] = v).join(); of(1).runAfterEither(open(), () -> x[1]++).join(); eq(1, x[0]); eq(1, x[1]); }
    @Test void thenCompose() { eq(3, of(1).thenCompose(x -> of(x + 2)).join()); CompletableFuture<Integer> in = open(), f = of(1).thenCompose(x -> in); no(f.isDone()); in.complete(5); eq(5, f.join()); }
    @Test void exceptionally() { eq(7, failed().exceptionally(e -> { same(X, e); return 7; }).join()); eq(1, of(1).exceptionally(e -> 7).join()); }
    @Test void handle() { eq(7, failed().handle((v, e) -> { eq(null, v); same(X, e); return 7; }).join()); eq(2, of(1).handle((v, e) -> { eq(null, e); return v + 1; }).join()); }
    @Test void whenComplete() { int[] x = new int[1]; eq(1, of(1).whenComplete((v, e) -> x[0] = v).join()); eq(1, x[0]); CompletableFuture<Integer> f = failed().whenComplete((v, e) -> same(X, e)); yes(f.isCompletedExceptionally()); }
    @Test void allOf() { CompletableFuture<Integer> f = open(), g = open(); CompletableFuture<Void> all = CompletableFuture.allOf(f, g); f.complete(1); no(all.isDone()); g.complete(2); yes(all.isDone()); eq(null, all.join()); yes(CompletableFuture.allOf().isDone()); }
    @Test void allOfFailed() { yes(CompletableFuture.allOf(of(1), failed()).isCompletedExceptionally()); }
    @Test void anyOf() { CompletableFuture<Integer> f = open(), g = open(); CompletableFuture<Object> any = CompletableFuture.anyOf(f, g); no(any.isDone()); g.complete(2); eq(2, any.join()); no(CompletableFuture.anyOf().isDone()); }
    @Test void dependents() { CompletableFuture<Integer> f = open(); eq(0, f.getNumberOfDependents()); f.thenRun(() -> { }); f.thenRun(() -> { }); eq(2, f.getNumberOfDependents()); }
    @Test void supplyAsync() throws Exception { eq(1, CompletableFuture.supplyAsync(() -> 1).get()); }
    @Test void runAsync() throws Exception { int[] x = new int[1]; eq(null, CompletableFuture.runAsync(() -> x[0] = 5).get()); eq(5, x[0]); }
    @Test void supplyAsyncThatThrows() { same(X, raises(ExecutionException.class, CompletableFuture.supplyAsync(() -> { throw X; })::get).getCause()); }
    @Test void asyncInAnExecutor() throws Exception { int[] x = new int[1]; eq(2, CompletableFuture.supplyAsync(() -> 1, r -> { x[0]++; r.run(); }).thenApplyAsync(v -> v + 1, r -> { x[0]++; r.run(); }).get()); eq(2, x[0]); raises(NullPointerException.class, () -> CompletableFuture.supplyAsync(() -> 1, null)); }
    @Test void thenApplyAsync() throws Exception { eq(2, of(1).thenApplyAsync(x -> x + 1).get()); }
    @Test void completeAsync() throws Exception { CompletableFuture<Integer> f = open(); same(f, f.completeAsync(() -> 1)); eq(1, f.get()); }
    @Test void orTimeout() throws Exception { CompletableFuture<Integer> f = open().orTimeout(1, TimeUnit.MILLISECONDS); yes(raises(ExecutionException.class, f::get).getCause() instanceof TimeoutException); }
    @Test void completeOnTimeout() throws Exception { eq(7, open().completeOnTimeout(7, 1, TimeUnit.MILLISECONDS).get()); eq(1, of(1).completeOnTimeout(7, 1, TimeUnit.DAYS).get()); }
    @Test void copyIsAnother() { CompletableFuture<Integer> f = open(), g = f.copy(); g.complete(1); no(f.isDone()); f.complete(2); eq(1, g.join()); eq(2, f.copy().join()); }
    @Test void minimalStage() { CompletionStage<Integer> s = of(1).minimalCompletionStage(); raises(UnsupportedOperationException.class, () -> ((CompletableFuture<Integer>) s).complete(2)); eq(1, s.toCompletableFuture().join()); }
    @Test void nullFunctionsRaise() { raises(NullPointerException.class, () -> of(1).thenApply(null)); raises(NullPointerException.class, () -> of(1).thenCompose(null)); raises(NullPointerException.class, () -> of(1).handle(null)); raises(NullPointerException.class, () -> of(1).exceptionally(null)); raises(NullPointerException.class, () -> CompletableFuture.supplyAsync(null)); }
    @Test void dependentsSeeWhatWasWritten() throws Exception { CompletableFuture<int[]> f = new CompletableFuture<>(); Thread t = go(() -> f.complete(new int[] {5})); eq(5, f.thenApply(a -> a[0]).get()); t.join(); }
    @Test void toStringHasTheState() { yes(open().toString().endsWith("[Not completed]")); yes(of(1).toString().endsWith("[Completed normally]")); }
}
