import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.TimeUnit;

class ForkJoinPoolTest extends ExecutorServiceContract {
    ExecutorService make() { return new ForkJoinPool(2); }

    static class One extends RecursiveTask<Integer> { protected Integer compute() { return 1; } }

    @Test void parallelismIsChecked() { raises(IllegalArgumentException.class, () -> new ForkJoinPool(0)); raises(IllegalArgumentException.class, () -> new ForkJoinPool(-1)); raises(NullPointerException.class, () -> new ForkJoinPool(1, null, null, false)); }
    @Test void settingsAreKnown() { ForkJoinPool p = new ForkJoinPool(2); eq(2, p.getParallelism()); no(p.getAsyncMode()); eq(null, p.getUncaughtExceptionHandler()); same(ForkJoinPool.defaultForkJoinWorkerThreadFactory, p.getFactory()); p.shutdown(); }
    @Test void asyncModeIsKnown() { ForkJoinPool p = new ForkJoinPool(1, ForkJoinPool.defaultForkJoinWorkerThreadFactory, null, true); yes(p.getAsyncMode()); p.shutdown(); }
    @Test void invokeGivesTheResult() throws Exception { ForkJoinPool p = new ForkJoinPool(1); eq(1, p.invoke(new One())); end(p); }
    @Test void invokeRaises() throws Exception { ForkJoinPool p = new ForkJoinPool(1); raises(IllegalStateException.class, () -> p.invoke(new RecursiveTask<Integer>() { protected Integer compute() { throw new IllegalStateException(); } })); end(p); }
    @Test void invokeOfNullRaises() { raises(NullPointerException.class, () -> new ForkJoinPool(1).invoke(null)); raises(NullPointerException.class, () -> new ForkJoinPool(1).execute((ForkJoinTask<?>) null)); raises(NullPointerException.class, () -> new ForkJoinPool(1).submit((ForkJoinTask<?>) null)); }
    @Test void submitOfTask() throws Exception { ForkJoinPool p = new ForkJoinPool(1); One t = new One(); same(t, p.submit(t)); eq(1, t.get()); end(p); }
    @Test void executeOfTask() throws Exception { ForkJoinPool p = new ForkJoinPool(1); One t = new One(); p.execute(t); eq(1, t.join()); end(p); }
    @Test void submitGivesForkJoinTasks() throws Exception { ForkJoinPool p = new ForkJoinPool(1); ForkJoinTask<Integer> t = p.submit((Callable<Integer>) () -> 1); eq(1, t.join()); end(p); }
    @Test void commonPoolIsThere() { ForkJoinPool p = ForkJoinPool.commonPool(); same(p, ForkJoinPool.commonPool()); p.shutdown(); no(p.isShutdown()); yes(p.shutdownNow().isEmpty()); no(p.isTerminated()); yes(ForkJoinPool.getCommonPoolParallelism() >= 0); }
    @Test void commonPoolRuns() throws Exception { eq(1, ForkJoinPool.commonPool().submit(new One()).get()); }
    @Test void commonPoolDoesNotEnd() throws Exception { no(ForkJoinPool.commonPool().awaitTermination(1, TimeUnit.MILLISECONDS)); }
    @Test void tasksRunInItsThreads() throws Exception { ForkJoinPool p = new ForkJoinPool(1); yes(p.submit(() -> Thread.currentThread() instanceof ForkJoinWorkerThread).get()); same(p, p.submit((Callable<ForkJoinPool>) ForkJoinTask::getPool).get()); no(ForkJoinTask.inForkJoinPool()); end(p); }
    @Test void workersAreDaemons() throws Exception { ForkJoinPool p = new ForkJoinPool(1); yes(p.submit(() -> Thread.currentThread().isDaemon()).get()); end(p); }
    @Test void quiescentAtFirst() { ForkJoinPool p = new ForkJoinPool(1); yes(p.isQuiescent()); eq(0, p.getRunningThreadCount()); eq(0, p.getActiveThreadCount()); eq(0, p.getQueuedSubmissionCount()); no(p.hasQueuedSubmissions()); eq(0, p.getQueuedTaskCount()); p.shutdown(); }
    @Test void awaitQuiescenceWaits() throws Exception { ForkJoinPool p = new ForkJoinPool(1); int[] x = new int[1]; p.execute(() -> x[0] = 5); until(() -> p.awaitQuiescence(1, TimeUnit.DAYS)); eq(5, x[0]); end(p); }
    @Test void managedBlock() throws Exception { int[] x = new int[1]; ForkJoinPool.managedBlock(new ForkJoinPool.ManagedBlocker() { public boolean block() { x[0]++; return true; } public boolean isReleasable() { return false; } }); eq(1, x[0]); }
    @Test void managedBlockOfReleasable() throws Exception { ForkJoinPool.managedBlock(new ForkJoinPool.ManagedBlocker() { public boolean block() { throw new AssertionError(); } public boolean isReleasable() { return true; } }); }
    @Test void isTerminatingBetween() throws Exception { ForkJoinPool p = new ForkJoinPool(1); no(p.isTerminating()); end(p); yes(p.isTerminated()); }
    @Test void parallelismOfOneOrdersNothingAway() throws Exception { ForkJoinPool p = new ForkJoinPool(1); CountDownLatch l = new CountDownLatch(2); p.execute(l::countDown); p.execute(l::countDown); l.await(); end(p); }
    @Test void toStringNamesIt() { ForkJoinPool p = new ForkJoinPool(1); yes(p.toString().contains("Running")); p.shutdown(); }
}
