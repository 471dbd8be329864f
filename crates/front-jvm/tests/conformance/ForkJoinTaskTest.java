import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

class ForkJoinTaskTest extends T {
    static class Fib extends RecursiveTask<Integer> {
        final int n;
        Fib(int n) { this.n = n; }
        protected Integer compute() { if (n < 2) { return n; } Fib a = new Fib(n - 1); a.fork(); return new Fib(n - 2).compute() + a.join(); }
    }
    static class Sum extends RecursiveTask<Integer> {
        final int[] of; final int from, to;
        Sum(int[] of, int from, int to) { this.of = of; this.from = from; this.to = to; }
        protected Integer compute() { if (to - from == 1) { return of[from]; } int mid = (from + to) / 2; Sum left = new Sum(of, from, mid), right = new Sum(of, mid, to); left.fork(); return right.compute() + left.join(); }
    }
    static class Add extends RecursiveAction {
        final AtomicInteger to; final int n;
        Add(AtomicInteger to, int n) { this.to = to; this.n = n; }
        protected void compute() { if (n == 1) { to.incrementAndGet(); } else { invokeAll(new Add(to, n / 2), new Add(to, n - n / 2)); } }
    }
    static class Bad extends RecursiveAction { protected void compute() { throw new IllegalStateException(); } }
    static class Open extends ForkJoinTask<String> {
        String result; boolean ok = true;
        public String getRawResult() { return result; }
        protected void setRawResult(String s) { result = s; }
        protected boolean exec() { return ok; }
    }

    @Test void newOneIsNotDone() { Fib f = new Fib(1); no(f.isDone()); no(f.isCancelled()); no(f.isCompletedNormally()); no(f.isCompletedAbnormally()); eq(null, f.getRawResult()); eq(null, f.getException()); }
    @Test void invokeOutsideAPool() { Fib f = new Fib(1); eq(1, f.invoke()); yes(f.isDone()); yes(f.isCompletedNormally()); eq(1, f.getRawResult()); }
    @Test void forkAndJoin() throws Exception { Fib f = new Fib(1); same(f, f.fork()); eq(1, f.join()); eq(1, f.get()); }
    @Test void fibonacci() { eq(2, new ForkJoinPool(2).invoke(new Fib(3))); }
    @Test void sumOfFour() { eq(10, new ForkJoinPool(2).invoke(new Sum(new int[] {1, 2, 3, 4}, 0, 4))); }
    @Test void sumOfFourInTheCommonPool() { eq(10, new Sum(new int[] {1, 2, 3, 4}, 0, 4).invoke()); }
    @Test void actionsOfFour() { AtomicInteger n = new AtomicInteger(); new ForkJoinPool(2).invoke(new Add(n, 4)); eq(4, n.get()); }
    @Test void actionHasNoResult() { Add a = new Add(new AtomicInteger(), 1); eq(null, a.invoke()); eq(null, a.getRawResult()); }
    @Test void invokeAllOfTwo() { Fib a = new Fib(1), b = new Fib(0); ForkJoinTask.invokeAll(a, b); yes(a.isDone() && b.isDone()); eq(1, a.join() + b.join()); }
    @Test void invokeAllOfMany() { Fib a = new Fib(1), b = new Fib(0), c = new Fib(1); ForkJoinTask.invokeAll(a, b, c); eq(2, a.join() + b.join() + c.join()); }
    @Test void invokeAllOfACollection() { java.util.List<Fib> l = list(new Fib(1), new Fib(0)); same(l, ForkJoinTask.invokeAll(l)); yes(l.get(1).isDone()); }
    @Test void invokeAllOfNullRaises() { raises(NullPointerException.class, () -> ForkJoinTask.invokeAll(new Fib(1), (Fib) null)); }
    @Test void failureIsRaised() { Bad b = new Bad(); raises(IllegalStateException.class, b::invoke); yes(b.isCompletedAbnormally()); no(b.isCompletedNormally()); yes(b.getException() instanceof IllegalStateException); raises(IllegalStateException.class, b::join); yes(raises(ExecutionException.class, b::get).getCause() instanceof IllegalStateException); }
    @Test void failureOfForkedIsRaised() { Bad b = new Bad(); b.fork(); raises(IllegalStateException.class, b::join); }
    @Test void quietMethodsRaiseNothing() { Bad b = new Bad(); b.quietlyInvoke(); yes(b.isCompletedAbnormally()); Bad c = new Bad(); c.fork(); c.quietlyJoin(); yes(c.isCompletedAbnormally()); }
    @Test void cancelBeforeRun() { Fib f = new Fib(1); yes(f.cancel(true)); yes(f.isCancelled()); yes(f.isCompletedAbnormally()); raises(CancellationException.class, f::join); raises(CancellationException.class, f::invoke); yes(f.getException() instanceof CancellationException); }
    @Test void cancelAfterRun() { Fib f = new Fib(1); f.invoke(); no(f.cancel(true)); no(f.isCancelled()); eq(1, f.join()); }
    @Test void completeGivesTheResult() throws Exception { Fib f = new Fib(1); f.complete(7); yes(f.isCompletedNormally()); eq(7, f.get()); }
    @Test void completeExceptionally() { Fib f = new Fib(1); f.completeExceptionally(new IllegalStateException()); yes(f.isCompletedAbnormally()); raises(IllegalStateException.class, f::join); }
    @Test void quietlyComplete() throws Exception { Fib f = new Fib(1); f.quietlyComplete(); yes(f.isCompletedNormally()); eq(null, f.get()); }
    @Test void reinitializeRunsAgain() { Fib f = new Fib(1); f.invoke(); f.reinitialize(); no(f.isDone()); eq(1, f.invoke()); }
    @Test void timedGetRaises() { raises(TimeoutException.class, () -> new Open().get(1, TimeUnit.MILLISECONDS)); }
    @Test void getIsInterrupted() throws Exception { Open f = new Open(); interrupted(f::get); }
    @Test void getIsInterruptedBefore() { interruptedBefore(() -> new Open().get()); }
    @Test void blocksInGet() throws Exception { new Open().get(); }
    @Test void blocksInJoin() { new Open().join(); }
    @Test void getWaits() throws Exception { Open f = new Open(); Thread t = go(() -> f.complete("a")); eq("a", f.get()); t.join(); }
    @Test void execThatIsNotDone() { Open f = new Open(); f.ok = false; ForkJoinTask<String> g = f; no(f.isDone()); f.complete("x"); eq("x", g.join()); }
    @Test void adaptRunnable() throws Exception { int[] x = new int[1]; ForkJoinTask<?> f = ForkJoinTask.adapt(() -> { x[0]++; }); eq(null, f.invoke()); eq(1, x[0]); eq("r", ForkJoinTask.adapt(() -> { }, "r").invoke()); raises(NullPointerException.class, () -> ForkJoinTask.adapt((Runnable) null)); }
    @Test void adaptCallable() { eq(1, ForkJoinTask.adapt((Callable<Integer>) () -> 1).invoke()); raises(RuntimeException.class, () -> ForkJoinTask.adapt((Callable<Integer>) () -> { throw new Exception(); }).invoke()); }
    @Test void tags() { Fib f = new Fib(1); eq(0, f.getForkJoinTaskTag()); eq(0, f.setForkJoinTaskTag((short) 3)); eq(3, f.getForkJoinTaskTag()); yes(f.compareAndSetForkJoinTaskTag((short) 3, (short) 4)); no(f.compareAndSetForkJoinTaskTag((short) 3, (short) 5)); eq(4, f.getForkJoinTaskTag()); }
    @Test void outsideThePool() { no(ForkJoinTask.inForkJoinPool()); eq(null, ForkJoinTask.getPool()); }
    @Test void oneOfTwoCompletionsWins() throws Exception { Open f = new Open(); Thread t = go(() -> f.cancel(false)); f.quietlyComplete(); t.join(); yes(f.isDone()); yes(f.isCancelled() != f.isCompletedNormally()); }
}
