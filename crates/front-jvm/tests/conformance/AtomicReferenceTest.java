import java.util.concurrent.atomic.AtomicReference;

class AtomicReferenceTest extends T {
    static AtomicReference<String> of(String value) { return new AtomicReference<>(value); }

    @Test void beginsWithNull() { eq(null, new AtomicReference<String>().get()); }
    @Test void beginsWithAValue() { eq("a", of("a").get()); }
    @Test void setChangesIt() { AtomicReference<String> a = of("a"); a.set("b"); eq("b", a.get()); a.set(null); eq(null, a.get()); }
    @Test void lazySetChangesIt() { AtomicReference<String> a = of("a"); a.lazySet("b"); eq("b", a.get()); }
    @Test void getAndSetGivesTheOldValue() { AtomicReference<String> a = of("a"); eq("a", a.getAndSet("b")); eq("b", a.get()); }
    @Test void compareAndSetSucceeds() { AtomicReference<String> a = of("a"); yes(a.compareAndSet("a", "b")); eq("b", a.get()); yes(a.compareAndSet("b", null)); yes(a.compareAndSet(null, "c")); }
    @Test void compareAndSetFails() { AtomicReference<String> a = of("a"); no(a.compareAndSet("b", "c")); no(a.compareAndSet(null, "c")); eq("a", a.get()); }
    @Test void comparesIdentities() { Object x = new Integer[1]; AtomicReference<Object> a = new AtomicReference<>(x); no(a.compareAndSet(new Integer[1], "b")); yes(a.compareAndSet(x, "b")); }
    @Test void weakCompareAndSetFails() { AtomicReference<String> a = of("a"); no(a.weakCompareAndSetPlain("b", "c")); no(a.weakCompareAndSetVolatile("b", "c")); no(a.weakCompareAndSetAcquire("b", "c")); no(a.weakCompareAndSetRelease("b", "c")); }
    @Test void weakCompareAndSetSucceedsSometime() { AtomicReference<String> a = of("a"); until(() -> a.weakCompareAndSetVolatile("a", "b")); eq("b", a.get()); }
    @Test void compareAndExchangeGivesTheOldValue() { AtomicReference<String> a = of("a"); eq("a", a.compareAndExchange("b", "c")); eq("a", a.compareAndExchange("a", "c")); eq("c", a.get()); }
    @Test void compareAndExchangeInOtherModes() { AtomicReference<String> a = of("a"); eq("a", a.compareAndExchangeAcquire("a", "b")); eq("b", a.compareAndExchangeRelease("b", "c")); eq("c", a.get()); }
    @Test void updateAndGet() { AtomicReference<String> a = of("a"); eq("ab", a.updateAndGet(x -> x + "b")); eq("ab", a.get()); }
    @Test void getAndUpdate() { AtomicReference<String> a = of("a"); eq("a", a.getAndUpdate(x -> x + "b")); eq("ab", a.get()); }
    @Test void accumulateAndGet() { AtomicReference<String> a = of("a"); eq("az", a.accumulateAndGet("z", String::concat)); eq("az", a.get()); }
    @Test void getAndAccumulate() { AtomicReference<String> a = of("a"); eq("a", a.getAndAccumulate("z", String::concat)); eq("az", a.get()); }
    @Test void whatAFunctionThrowsIsThrown() { AtomicReference<String> a = of(null); raises(NullPointerException.class, () -> a.updateAndGet(String::trim)); eq(null, a.get()); }
    @Test void accessModes() { AtomicReference<String> a = of("a"); a.setPlain("b"); eq("b", a.getPlain()); a.setOpaque("c"); eq("c", a.getOpaque()); a.setRelease("d"); eq("d", a.getAcquire()); }
    @Test void toStringIsTheValues() { eq("a", of("a").toString()); eq("null", of(null).toString()); }
    @Test void oneOfTwoCompareAndSetsWins() throws Exception { AtomicReference<String> a = of(null); boolean[] won = new boolean[1]; Thread t = go(() -> won[0] = a.compareAndSet(null, "x")); boolean mine = a.compareAndSet(null, "y"); t.join(); yes(mine != won[0]); eq(mine ? "y" : "x", a.get()); }
    @Test void twoUpdatesAddUp() throws Exception { AtomicReference<String> a = of(""); Thread t = go(() -> a.updateAndGet(x -> x + "x")); a.updateAndGet(x -> x + "x"); t.join(); eq("xx", a.get()); }
    @Test void whatIsReadWasPublished() throws Exception { AtomicReference<int[]> a = new AtomicReference<>(); Thread t = go(() -> { int[] data = {5}; a.set(data); }); int[] got = a.get(); if (got != null) { eq(5, got[0]); } t.join(); }
}
