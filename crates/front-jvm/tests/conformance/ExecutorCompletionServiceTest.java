import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

class ExecutorCompletionServiceTest extends T {
    static final Executor HERE = Runnable::run;
    static final Executor THREADS = r -> new Thread(r).start();
    static ExecutorCompletionService<Integer> here() { return new ExecutorCompletionService<>(HERE); }
    static ExecutorCompletionService<Integer> threads() { return new ExecutorCompletionService<>(THREADS); }

    @Test void nullsRaise() { raises(NullPointerException.class, () -> new ExecutorCompletionService<Integer>(null)); raises(NullPointerException.class, () -> new ExecutorCompletionService<Integer>(HERE, null)); raises(NullPointerException.class, () -> here().submit(null)); raises(NullPointerException.class, () -> here().submit(null, 1)); }
    @Test void pollOfNone() { eq(null, here().poll()); }
    @Test void timedPollOfNone() throws Exception { eq(null, here().poll(1, TimeUnit.MILLISECONDS)); }
    @Test void blocksInTakeOfNone() throws Exception { here().take(); }
    @Test void takeIsInterrupted() throws Exception { ExecutorCompletionService<Integer> s = here(); interrupted(s::take); }
    @Test void takeIsInterruptedBefore() { interruptedBefore(() -> here().take()); }
    @Test void timedPollIsInterruptedBefore() { interruptedBefore(() -> here().poll(1, TimeUnit.SECONDS)); }
    @Test void takeGivesWhatIsDone() throws Exception { ExecutorCompletionService<Integer> s = here(); Future<Integer> f = s.submit(() -> 1); same(f, s.take()); yes(f.isDone()); eq(1, f.get()); eq(null, s.poll()); }
    @Test void pollGivesWhatIsDone() { ExecutorCompletionService<Integer> s = here(); Future<Integer> f = s.submit(() -> 1); same(f, s.poll()); }
    @Test void timedPollGivesWhatIsDone() throws Exception { ExecutorCompletionService<Integer> s = here(); Future<Integer> f = s.submit(() -> 1); same(f, s.poll(1, TimeUnit.SECONDS)); }
    @Test void runnableWithResult() throws Exception { ExecutorCompletionService<Integer> s = here(); int[] x = new int[1]; s.submit(() -> x[0]++, 7); eq(7, s.take().get()); eq(1, x[0]); }
    @Test void inOrderOfCompletion() throws Exception { ExecutorCompletionService<Integer> s = here(); s.submit(() -> 1); s.submit(() -> 2); eq(1, s.take().get()); eq(2, s.take().get()); }
    @Test void takeWaits() throws Exception { ExecutorCompletionService<Integer> s = threads(); s.submit(() -> 1); eq(1, s.take().get()); }
    @Test void takesBoth() throws Exception { ExecutorCompletionService<Integer> s = threads(); s.submit(() -> 1); s.submit(() -> 2); eq(3, s.take().get() + s.take().get()); }
    @Test void slowOneComesLast() throws Exception { ExecutorCompletionService<Integer> s = threads(); CountDownLatch l = new CountDownLatch(1); s.submit(() -> { l.await(); return 1; }); s.submit(() -> 2); eq(2, s.take().get()); l.countDown(); eq(1, s.take().get()); }
    @Test void failuresComeToo() throws Exception { ExecutorCompletionService<Integer> s = here(); s.submit((Callable<Integer>) () -> { throw new IllegalStateException(); }); yes(raises(ExecutionException.class, s.take()::get).getCause() instanceof IllegalStateException); }
    @Test void cancelledOnesComeToo() throws Exception { Runnable[] kept = new Runnable[1]; ExecutorCompletionService<Integer> s = new ExecutorCompletionService<>(r -> kept[0] = r); Future<Integer> f = s.submit(() -> 1); yes(f.cancel(false)); kept[0].run(); yes(s.take().isCancelled()); }
    @Test void ownQueue() throws Exception { LinkedBlockingQueue<Future<Integer>> q = new LinkedBlockingQueue<>(); ExecutorCompletionService<Integer> s = new ExecutorCompletionService<>(HERE, q); s.submit(() -> 1); eq(1, q.size()); eq(1, q.take().get()); }
    @Test void withAPool() throws Exception { ExecutorService e = Executors.newFixedThreadPool(2); ExecutorCompletionService<Integer> s = new ExecutorCompletionService<>(e); s.submit(() -> 1); s.submit(() -> 2); eq(3, s.take().get() + s.take().get()); e.shutdown(); }
    @Test void publishes() throws Exception { ExecutorCompletionService<Integer> s = threads(); int[] x = new int[1]; s.submit(() -> { x[0] = 5; return 1; }); s.take(); eq(5, x[0]); }
}
