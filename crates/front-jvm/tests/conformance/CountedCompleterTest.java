import java.util.concurrent.CountedCompleter;
import java.util.concurrent.atomic.AtomicInteger;

class CountedCompleterTest extends T {
    static class C extends CountedCompleter<Integer> {
        int completions; int failures; Integer result; Runnable body = () -> { };
        C() { }
        C(CountedCompleter<?> by) { super(by); }
        C(CountedCompleter<?> by, int pending) { super(by, pending); }
        public void compute() { body.run(); }
        @Override public void onCompletion(CountedCompleter<?> by) { completions++; }
        @Override public boolean onExceptionalCompletion(Throwable t, CountedCompleter<?> by) { failures++; return true; }
        @Override public Integer getRawResult() { return result; }
        @Override protected void setRawResult(Integer r) { result = r; }
    }

    @Test void newOneHasNothingPending() { C c = new C(); eq(0, c.getPendingCount()); eq(null, c.getCompleter()); same(c, c.getRoot()); no(c.isDone()); }
    @Test void beginsWithPending() { eq(3, new C(null, 3).getPendingCount()); }
    @Test void knowsItsCompleter() { C a = new C(), b = new C(a), c = new C(b); same(a, b.getCompleter()); same(a, c.getRoot()); same(b, c.getCompleter()); }
    @Test void setPendingCount() { C c = new C(); c.setPendingCount(5); eq(5, c.getPendingCount()); }
    @Test void addToPendingCount() { C c = new C(); c.addToPendingCount(5); eq(5, c.getPendingCount()); c.addToPendingCount(-2); eq(3, c.getPendingCount()); }
    @Test void compareAndSetPendingCount() { C c = new C(null, 1); no(c.compareAndSetPendingCount(0, 5)); yes(c.compareAndSetPendingCount(1, 5)); eq(5, c.getPendingCount()); }
    @Test void decrementPendingCountUnlessZero() { C c = new C(null, 1); eq(1, c.decrementPendingCountUnlessZero()); eq(0, c.decrementPendingCountUnlessZero()); eq(0, c.getPendingCount()); }
    @Test void tryCompleteOfPending() { C c = new C(null, 1); c.tryComplete(); eq(0, c.getPendingCount()); no(c.isDone()); eq(0, c.completions); c.tryComplete(); yes(c.isDone()); eq(1, c.completions); }
    @Test void tryCompleteTellsItsCompleter() { C a = new C(), b = new C(a); b.tryComplete(); eq(1, b.completions); eq(1, a.completions); yes(a.isDone()); no(b.isDone()); }
    @Test void tryCompleteOfAChildOfPending() { C a = new C(null, 1), b = new C(a); b.tryComplete(); no(a.isDone()); eq(0, a.getPendingCount()); eq(0, a.completions); }
    @Test void propagateCompletionIsSilent() { C a = new C(), b = new C(a); b.propagateCompletion(); eq(0, b.completions); eq(0, a.completions); yes(a.isDone()); }
    @Test void completeCompletesBoth() { C a = new C(), b = new C(a); b.complete(7); eq(7, b.join()); yes(b.isDone()); yes(a.isDone()); eq(1, b.completions); eq(1, a.completions); }
    @Test void firstComplete() { C c = new C(null, 1); eq(null, c.firstComplete()); same(c, c.firstComplete()); }
    @Test void nextComplete() { C a = new C(), b = new C(a); same(a, b.nextComplete()); eq(null, a.nextComplete()); yes(a.isDone()); }
    @Test void quietlyCompleteRoot() { C a = new C(), b = new C(a); b.quietlyCompleteRoot(); yes(a.isDone()); no(b.isDone()); eq(0, a.completions); }
    @Test void completeExceptionallyTellsItsCompleter() { C a = new C(), b = new C(a); b.completeExceptionally(new IllegalStateException()); yes(b.isCompletedAbnormally()); yes(a.isCompletedAbnormally()); eq(1, a.failures); raises(IllegalStateException.class, a::join); }
    @Test void invokeRunsCompute() { C c = new C(); c.body = c::tryComplete; c.invoke(); yes(c.isCompletedNormally()); }
    @Test void computeThatThrows() { C c = new C(); c.body = () -> { throw new IllegalStateException(); }; raises(IllegalStateException.class, c::invoke); eq(1, c.failures); }
    @Test void forkedChildrenCompleteTheRoot() { C a = new C(null, 1); a.body = () -> { C b = new C(a); b.body = b::tryComplete; b.fork(); a.tryComplete(); }; a.invoke(); eq(1, a.completions); }
    @Test void helpCompleteOutside() { C c = new C(); c.helpComplete(0); no(c.isDone()); }
    @Test void twoDecrementsOneCompletes() throws Exception { C c = new C(null, 1); AtomicInteger n = new AtomicInteger(); Thread t = go(() -> { if (c.decrementPendingCountUnlessZero() == 0) { n.incrementAndGet(); } }); if (c.decrementPendingCountUnlessZero() == 0) { n.incrementAndGet(); } t.join(); eq(1, n.get()); }
}
