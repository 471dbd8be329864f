import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

class FutureTaskTest extends T {
    static FutureTask<String> make() { return new FutureTask<>(() -> "a"); }
    static class Open extends FutureTask<String> {
        int done;
        Open(Callable<String> c) { super(c); }
        @Override protected void done() { done++; }
        void put(String s) { set(s); }
        void fail(Throwable t) { setException(t); }
        boolean again() { return runAndReset(); }
    }

    @Test void nullsRaise() { raises(NullPointerException.class, () -> new FutureTask<String>(null)); raises(NullPointerException.class, () -> new FutureTask<>(null, "a")); }
    @Test void newOneIsNotDone() { no(make().isDone()); no(make().isCancelled()); }
    @Test void runGivesTheResult() throws Exception { FutureTask<String> f = make(); f.run(); yes(f.isDone()); no(f.isCancelled()); eq("a", f.get()); eq("a", f.get(1, TimeUnit.SECONDS)); }
    @Test void runnableGivesTheGivenResult() throws Exception { int[] x = new int[1]; FutureTask<String> f = new FutureTask<>(() -> x[0]++, "r"); f.run(); eq("r", f.get()); eq(1, x[0]); }
    @Test void runsOnce() throws Exception { int[] x = new int[1]; FutureTask<Integer> f = new FutureTask<>(() -> ++x[0]); f.run(); f.run(); eq(1, f.get()); eq(1, x[0]); }
    @Test void failureIsWrapped() { IllegalStateException e = new IllegalStateException(); FutureTask<String> f = new FutureTask<>(() -> { throw e; }); f.run(); yes(f.isDone()); same(e, raises(ExecutionException.class, f::get).getCause()); same(e, raises(ExecutionException.class, () -> f.get(1, TimeUnit.SECONDS)).getCause()); }
    @Test void errorsAreWrappedToo() { Error e = new Error(); FutureTask<String> f = new FutureTask<>(() -> { throw e; }); f.run(); same(e, raises(ExecutionException.class, f::get).getCause()); }
    @Test void blocksInGet() throws Exception { make().get(); }
    @Test void timedGetRaises() { raises(TimeoutException.class, () -> make().get(1, TimeUnit.MILLISECONDS)); raises(TimeoutException.class, () -> make().get(0, TimeUnit.MILLISECONDS)); }
    @Test void timedGetNeedsAUnit() { FutureTask<String> f = make(); f.run(); raises(NullPointerException.class, () -> f.get(1, null)); }
    @Test void getWaits() throws Exception { FutureTask<String> f = make(); Thread t = go(f::run); eq("a", f.get()); t.join(); }
    @Test void getOfTwoWaits() throws Exception { FutureTask<String> f = make(); Thread t = go(() -> eq("a", f.get())), u = go(() -> eq("a", f.get())); f.run(); t.join(); u.join(); }
    @Test void getIsInterrupted() throws Exception { FutureTask<String> f = make(); interrupted(f::get); }
    @Test void getIsInterruptedBefore() { interruptedBefore(() -> make().get()); interruptedBefore(() -> make().get(1, TimeUnit.SECONDS)); }
    @Test void cancelBeforeRun() { FutureTask<String> f = make(); yes(f.cancel(false)); yes(f.isCancelled()); yes(f.isDone()); f.run(); raises(CancellationException.class, f::get); no(f.cancel(true)); }
    @Test void cancelWithInterruptBeforeRun() { FutureTask<String> f = make(); yes(f.cancel(true)); yes(f.isCancelled()); raises(CancellationException.class, () -> f.get(1, TimeUnit.SECONDS)); }
    @Test void cancelAfterRun() throws Exception { FutureTask<String> f = make(); f.run(); no(f.cancel(true)); no(f.isCancelled()); eq("a", f.get()); }
    @Test void cancelWakesGet() throws Exception { FutureTask<String> f = make(); Thread t = go(() -> raises(CancellationException.class, f::get)); f.cancel(false); t.join(); }
    @Test void cancelInterruptsTheRunner() throws Exception { java.util.concurrent.CountDownLatch in = new java.util.concurrent.CountDownLatch(1); FutureTask<String> f = new FutureTask<>(() -> { in.countDown(); raises(InterruptedException.class, () -> Thread.currentThread().join()); return "x"; }); Thread t = go(f::run); in.await(); yes(f.cancel(true)); t.join(); raises(CancellationException.class, f::get); }
    @Test void cancelOrRun() throws Exception { FutureTask<String> f = make(); Thread t = go(f::run); boolean c = f.cancel(false); t.join(); yes(f.isDone()); yes(c == f.isCancelled()); if (!c) { eq("a", f.get()); } }
    @Test void doneIsCalledOnce() { Open f = new Open(() -> "a"); f.run(); eq(1, f.done); f.cancel(true); eq(1, f.done); Open g = new Open(() -> "a"); g.cancel(false); eq(1, g.done); }
    @Test void setGivesTheResult() throws Exception { Open f = new Open(() -> "a"); f.put("b"); yes(f.isDone()); eq("b", f.get()); f.run(); f.put("c"); eq("b", f.get()); }
    @Test void setExceptionFails() { Open f = new Open(() -> "a"); Exception e = new Exception(); f.fail(e); same(e, raises(ExecutionException.class, f::get).getCause()); }
    @Test void runAndResetRunsAgain() { Open f = new Open(() -> "a"); yes(f.again()); no(f.isDone()); yes(f.again()); eq(0, f.done); f.cancel(false); no(f.again()); }
    @Test void runAndResetOfFailure() { Open f = new Open(() -> { throw new IllegalStateException(); }); no(f.again()); yes(f.isDone()); raises(ExecutionException.class, f::get); }
    @Test void publishes() throws Exception { int[] x = new int[1]; FutureTask<String> f = new FutureTask<>(() -> { x[0] = 5; return "a"; }); Thread t = go(f::run); f.get(); eq(5, x[0]); t.join(); }
}
