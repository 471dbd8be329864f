import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** What java.util.concurrent.ExecutorService promises. */
abstract class ExecutorServiceContract extends T {
    abstract ExecutorService make();

    static void end(ExecutorService e) throws InterruptedException { e.shutdown(); while (!e.awaitTermination(1, TimeUnit.DAYS)) { } }

    @Test void newOneRuns() throws Exception { ExecutorService e = make(); no(e.isShutdown()); no(e.isTerminated()); end(e); }
    @Test void executeRuns() throws Exception { ExecutorService e = make(); CountDownLatch l = new CountDownLatch(1); e.execute(l::countDown); l.await(); end(e); }
    @Test void submitOfCallable() throws Exception { ExecutorService e = make(); Future<Integer> f = e.submit(() -> 1); eq(1, f.get()); yes(f.isDone()); no(f.isCancelled()); end(e); }
    @Test void submitOfRunnable() throws Exception { ExecutorService e = make(); int[] x = new int[1]; Future<?> f = e.submit(() -> { x[0] = 5; }); eq(null, f.get()); eq(5, x[0]); end(e); }
    @Test void submitWithResult() throws Exception { ExecutorService e = make(); eq("r", e.submit(() -> { }, "r").get()); end(e); }
    @Test void failureIsWrapped() throws Exception { ExecutorService e = make(); Future<Integer> f = e.submit((Callable<Integer>) () -> { throw new IllegalStateException(); }); yes(raises(ExecutionException.class, f::get).getCause() instanceof IllegalStateException); end(e); }
    @Test void nullsRaise() throws Exception { ExecutorService e = make(); raises(NullPointerException.class, () -> e.execute(null)); raises(NullPointerException.class, () -> e.submit((Runnable) null)); raises(NullPointerException.class, () -> e.submit((Callable<Integer>) null)); raises(NullPointerException.class, () -> e.invokeAll(null)); end(e); }
    @Test void invokeAllRunsAll() throws Exception { ExecutorService e = make(); List<Callable<Integer>> all = list(() -> 1, () -> 2); int sum = 0; for (Future<Integer> f : e.invokeAll(all)) { yes(f.isDone()); sum += f.get(); } eq(3, sum); end(e); }
    @Test void invokeAllOfNone() throws Exception { ExecutorService e = make(); yes(e.invokeAll(T.<Callable<Integer>>list()).isEmpty()); end(e); }
    @Test void invokeAllOfNullElementRaises() throws Exception { ExecutorService e = make(); raises(NullPointerException.class, () -> e.invokeAll(T.<Callable<Integer>>list(() -> 1, null))); end(e); }
    @Test void invokeAnyGivesOne() throws Exception { ExecutorService e = make(); eq(1, e.invokeAny(T.<Callable<Integer>>list(() -> 1))); end(e); }
    @Test void invokeAnyOfNoneRaises() throws Exception { ExecutorService e = make(); raises(IllegalArgumentException.class, () -> e.invokeAny(T.<Callable<Integer>>list())); raises(NullPointerException.class, () -> e.invokeAny(null)); end(e); }
    @Test void invokeAnyOfFailedRaises() throws Exception { ExecutorService e = make(); raises(ExecutionException.class, () -> e.invokeAny(T.<Callable<Integer>>list(() -> { throw new IllegalStateException(); }))); end(e); }
    @Test void shutdownRefuses() throws Exception { ExecutorService e = make(); e.shutdown(); yes(e.isShutdown()); raises(RejectedExecutionException.class, () -> e.execute(() -> { })); raises(RejectedExecutionException.class, () -> e.submit(() -> 1)); end(e); yes(e.isTerminated()); }
    @Test void shutdownTwice() throws Exception { ExecutorService e = make(); e.shutdown(); e.shutdown(); end(e); }
    @Test void shutdownRunsWhatWasSubmitted() throws Exception { ExecutorService e = make(); AtomicInteger n = new AtomicInteger(); e.execute(n::incrementAndGet); e.execute(n::incrementAndGet); end(e); eq(2, n.get()); yes(e.isTerminated()); }
    @Test void shutdownNowOfIdle() throws Exception { ExecutorService e = make(); yes(e.shutdownNow().isEmpty()); yes(e.isShutdown()); end(e); }
    @Test void shutdownNowInterrupts() throws Exception { ExecutorService e = make(); CountDownLatch in = new CountDownLatch(1), out = new CountDownLatch(1); e.execute(() -> { in.countDown(); try { new CountDownLatch(1).await(); } catch (InterruptedException stopped) { out.countDown(); } }); in.await(); e.shutdownNow(); out.await(); end(e); }
    @Test void awaitTerminationEndsInTime() throws Exception { ExecutorService e = make(); no(e.awaitTermination(1, TimeUnit.MILLISECONDS)); no(e.awaitTermination(0, TimeUnit.MILLISECONDS)); end(e); }
    @Test void awaitTerminationIsInterruptedBefore() throws Exception { ExecutorService e = make(); interruptedBefore(() -> e.awaitTermination(1, TimeUnit.SECONDS)); end(e); }
    @Test void timedGetRaises() throws Exception { ExecutorService e = make(); CountDownLatch l = new CountDownLatch(1); Future<?> f = e.submit(() -> { l.await(); return 1; }); raises(TimeoutException.class, () -> f.get(1, TimeUnit.MILLISECONDS)); l.countDown(); f.get(); end(e); }
    @Test void cancelledOneIsNotRun() throws Exception { ExecutorService e = make(); CountDownLatch l = new CountDownLatch(1); Future<?> f = e.submit(() -> { l.await(); return 1; }); yes(f.cancel(true)); yes(f.isCancelled()); raises(CancellationException.class, f::get); l.countDown(); end(e); }
    @Test void getIsInterruptedBefore() throws Exception { ExecutorService e = make(); CountDownLatch l = new CountDownLatch(1); Future<?> f = e.submit(() -> { l.await(); return 1; }); interruptedBefore(f::get); l.countDown(); end(e); }
    @Test void tasksSeeWhatWasWrittenBefore() throws Exception { ExecutorService e = make(); int[] x = {5}; eq(5, e.submit(() -> x[0]).get()); end(e); }
    @Test void terminationPublishes() throws Exception { ExecutorService e = make(); int[] x = new int[1]; e.execute(() -> x[0] = 5); end(e); eq(5, x[0]); }
    @Test void twoSubmit() throws Exception { ExecutorService e = make(); AtomicInteger n = new AtomicInteger(); Thread t = go(() -> e.submit(n::incrementAndGet).get()); e.submit(n::incrementAndGet).get(); t.join(); eq(2, n.get()); end(e); }
    @Test void taskSubmitsAnother() throws Exception { ExecutorService e = make(); CountDownLatch l = new CountDownLatch(1); e.execute(() -> e.execute(l::countDown)); l.await(); end(e); }
}
