import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.TimeUnit;

class SubmissionPublisherTest extends T {
    static final Executor HERE = Runnable::run;
    static SubmissionPublisher<Integer> here() { return new SubmissionPublisher<>(HERE, 4); }

    /** Asks for some elements and notes what comes. */
    static class S implements Flow.Subscriber<Integer> {
        final List<Object> got = new ArrayList<>(); final long wanted; Flow.Subscription by; final CountDownLatch end = new CountDownLatch(1);
        S(long wanted) { this.wanted = wanted; }
        public void onSubscribe(Flow.Subscription s) { by = s; got.add("s"); if (wanted != 0) { s.request(wanted); } }
        public void onNext(Integer x) { got.add(x); }
        public void onError(Throwable t) { got.add("e"); end.countDown(); }
        public void onComplete() { got.add("c"); end.countDown(); }
    }

    @Test void argumentsAreChecked() { raises(NullPointerException.class, () -> new SubmissionPublisher<Integer>(null, 1)); raises(IllegalArgumentException.class, () -> new SubmissionPublisher<Integer>(HERE, 0)); raises(NullPointerException.class, () -> here().subscribe(null)); }
    @Test void settingsAreKnown() { same(HERE, here().getExecutor()); eq(4, here().getMaxBufferCapacity()); eq(256, Flow.defaultBufferSize()); no(here().hasSubscribers()); eq(0, here().getNumberOfSubscribers()); no(here().isClosed()); }
    @Test void subscribeTells() { SubmissionPublisher<Integer> p = here(); S s = new S(0); p.subscribe(s); eq(list("s"), s.got); yes(p.hasSubscribers()); eq(1, p.getNumberOfSubscribers()); yes(p.isSubscribed(s)); eq(1, p.getSubscribers().size()); }
    @Test void submitDelivers() { SubmissionPublisher<Integer> p = here(); S s = new S(9); p.subscribe(s); p.submit(1); p.submit(2); eq(list("s", 1, 2), s.got); }
    @Test void submitOfNullRaises() { raises(NullPointerException.class, () -> here().submit(null)); raises(NullPointerException.class, () -> here().offer(null, null)); }
    @Test void closeCompletes() { SubmissionPublisher<Integer> p = here(); S s = new S(9); p.subscribe(s); p.submit(1); p.close(); eq(list("s", 1, "c"), s.got); yes(p.isClosed()); eq(null, p.getClosedException()); no(p.hasSubscribers()); }
    @Test void closedOneRefuses() { SubmissionPublisher<Integer> p = here(); p.close(); p.close(); raises(IllegalStateException.class, () -> p.submit(1)); S s = new S(9); p.subscribe(s); eq(list("s", "c"), s.got); }
    @Test void closeExceptionallyFails() { SubmissionPublisher<Integer> p = here(); S s = new S(9); p.subscribe(s); Exception e = new Exception(); p.closeExceptionally(e); eq(list("s", "e"), s.got); same(e, p.getClosedException()); raises(NullPointerException.class, () -> here().closeExceptionally(null)); }
    @Test void onlyWhatIsWanted() { SubmissionPublisher<Integer> p = here(); S s = new S(1); p.subscribe(s); p.submit(1); p.submit(2); eq(list("s", 1), s.got); s.by.request(1); eq(list("s", 1, 2), s.got); }
    @Test void wantedNumbersArePositive() { SubmissionPublisher<Integer> p = here(); S s = new S(0); p.subscribe(s); s.by.request(0); eq(list("s", "e"), s.got); }
    @Test void cancelEnds() { SubmissionPublisher<Integer> p = here(); S s = new S(9); p.subscribe(s); s.by.cancel(); p.submit(1); eq(list("s"), s.got); no(p.isSubscribed(s)); }
    @Test void subscribeTwiceFails() { SubmissionPublisher<Integer> p = here(); S s = new S(9); p.subscribe(s); p.subscribe(s); yes(s.got.contains("e")); }
    @Test void offerDelivers() { SubmissionPublisher<Integer> p = here(); S s = new S(9); p.subscribe(s); yes(p.offer(1, null) >= 0); eq(list("s", 1), s.got); }
    @Test void offerDropsWhenFull() { SubmissionPublisher<Integer> p = new SubmissionPublisher<>(HERE, 1); S s = new S(0); p.subscribe(s); p.offer(1, null); p.offer(2, null); int lost = p.offer(3, null); yes(lost < 0); }
    @Test void dropHandlerMayTryAgain() { SubmissionPublisher<Integer> p = new SubmissionPublisher<>(HERE, 1); S s = new S(0); p.subscribe(s); while (p.offer(1, null) >= 0) { } int[] asked = new int[1]; p.offer(7, (by, x) -> { asked[0]++; eq(7, x); return false; }); eq(1, asked[0]); }
    @Test void timedOfferDelivers() throws Exception { SubmissionPublisher<Integer> p = here(); S s = new S(9); p.subscribe(s); yes(p.offer(1, 1, TimeUnit.SECONDS, null) >= 0); eq(list("s", 1), s.got); }
    @Test void lagAndDemand() { SubmissionPublisher<Integer> p = here(); eq(0, p.estimateMaximumLag()); eq(0, p.estimateMinimumDemand()); S s = new S(0); p.subscribe(s); p.submit(1); eq(1, p.estimateMaximumLag()); yes(p.estimateMinimumDemand() <= 0); }
    @Test void twoSubscribers() { SubmissionPublisher<Integer> p = here(); S s = new S(9), t = new S(9); p.subscribe(s); p.subscribe(t); p.submit(1); eq(list("s", 1), s.got); eq(list("s", 1), t.got); eq(2, p.getNumberOfSubscribers()); }
    @Test void consumeTakesAll() throws Exception { SubmissionPublisher<Integer> p = here(); List<Integer> got = new ArrayList<>(); CompletableFuture<Void> f = p.consume(got::add); p.submit(1); p.submit(2); no(f.isDone()); p.close(); eq(null, f.get()); eq(list(1, 2), got); }
    @Test void subscriberThatThrowsIsCancelled() { SubmissionPublisher<Integer> p = here(); S s = new S(9) { @Override public void onNext(Integer x) { throw new IllegalStateException(); } }; p.subscribe(s); p.submit(1); eq(list("s", "e"), s.got); no(p.isSubscribed(s)); }
    @Test void deliversInAThread() throws Exception { SubmissionPublisher<Integer> p = new SubmissionPublisher<>(r -> new Thread(r).start(), 2); S s = new S(9); p.subscribe(s); p.submit(1); p.close(); s.end.await(); eq(list("s", 1, "c"), s.got); }
    @Test void deliversToTwoInThreads() throws Exception { SubmissionPublisher<Integer> p = new SubmissionPublisher<>(r -> new Thread(r).start(), 2); S s = new S(9); p.subscribe(s); p.submit(1); p.close(); s.end.await(); eq(3, s.got.size()); }
}
