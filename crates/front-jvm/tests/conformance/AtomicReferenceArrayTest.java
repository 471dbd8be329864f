import java.util.concurrent.atomic.AtomicReferenceArray;

class AtomicReferenceArrayTest extends T {
    static AtomicReferenceArray<String> of(String... values) { return new AtomicReferenceArray<>(values); }
    static final Class<? extends Throwable> OUT = IndexOutOfBoundsException.class;

    @Test void beginsWithNulls() { AtomicReferenceArray<String> a = new AtomicReferenceArray<>(2); eq(2, a.length()); eq(null, a.get(0)); eq(null, a.get(1)); }
    @Test void copiesItsArgument() { String[] from = {"a", "b"}; AtomicReferenceArray<String> a = of(from); from[0] = "z"; eq("a", a.get(0)); }
    @Test void argumentsAreChecked() { raises(NullPointerException.class, () -> new AtomicReferenceArray<>((String[]) null)); raises(NegativeArraySizeException.class, () -> new AtomicReferenceArray<>(-1)); }
    @Test void setAndGet() { AtomicReferenceArray<String> a = of("a", "b"); a.set(1, "c"); eq("c", a.get(1)); eq("a", a.get(0)); }
    @Test void lazySet() { AtomicReferenceArray<String> a = of("a"); a.lazySet(0, "c"); eq("c", a.get(0)); }
    @Test void indexIsChecked() { raises(OUT, () -> of("a").get(1)); raises(OUT, () -> of("a").get(-1)); raises(OUT, () -> of("a").set(1, "b")); raises(OUT, () -> of("a").getAndSet(1, "b")); }
    @Test void getAndSet() { AtomicReferenceArray<String> a = of("a"); eq("a", a.getAndSet(0, "b")); eq("b", a.get(0)); }
    @Test void compareAndSetSucceeds() { AtomicReferenceArray<String> a = of("a", "b"); yes(a.compareAndSet(1, "b", "c")); eq("c", a.get(1)); }
    @Test void compareAndSetFails() { AtomicReferenceArray<String> a = of("a", "b"); no(a.compareAndSet(1, "a", "c")); eq("b", a.get(1)); }
    @Test void weakCompareAndSetFails() { AtomicReferenceArray<String> a = of("a"); no(a.weakCompareAndSetVolatile(0, "b", "c")); no(a.weakCompareAndSetPlain(0, "b", "c")); no(a.weakCompareAndSetAcquire(0, "b", "c")); no(a.weakCompareAndSetRelease(0, "b", "c")); }
    @Test void weakCompareAndSetSucceedsSometime() { AtomicReferenceArray<String> a = of("a"); until(() -> a.weakCompareAndSetVolatile(0, "a", "b")); eq("b", a.get(0)); }
    @Test void compareAndExchange() { AtomicReferenceArray<String> a = of("a"); eq("a", a.compareAndExchange(0, "b", "c")); eq("a", a.compareAndExchange(0, "a", "c")); eq("c", a.compareAndExchangeAcquire(0, "c", "d")); eq("d", a.compareAndExchangeRelease(0, "d", "e")); eq("e", a.get(0)); }
    @Test void updateAndGet() { AtomicReferenceArray<String> a = of("a"); eq("ab", a.updateAndGet(0, x -> x + "b")); }
    @Test void getAndUpdate() { AtomicReferenceArray<String> a = of("a"); eq("a", a.getAndUpdate(0, x -> x + "b")); eq("ab", a.get(0)); }
    @Test void accumulateAndGet() { AtomicReferenceArray<String> a = of("a"); eq("az", a.accumulateAndGet(0, "z", String::concat)); }
    @Test void getAndAccumulate() { AtomicReferenceArray<String> a = of("a"); eq("a", a.getAndAccumulate(0, "z", String::concat)); eq("az", a.get(0)); }
    @Test void accessModes() { AtomicReferenceArray<String> a = of("a"); a.setPlain(0, "b"); eq("b", a.getPlain(0)); a.setOpaque(0, "c"); eq("c", a.getOpaque(0)); a.setRelease(0, "d"); eq("d", a.getAcquire(0)); }
    @Test void toStringNamesElements() { eq("[a, null]", of("a", null).toString()); }
    @Test void oneOfTwoCompareAndSetsWins() throws Exception { AtomicReferenceArray<String> a = new AtomicReferenceArray<>(1); boolean[] won = new boolean[1]; Thread t = go(() -> won[0] = a.compareAndSet(0, null, "x")); boolean mine = a.compareAndSet(0, null, "y"); t.join(); yes(mine != won[0]); }
    @Test void elementsAreIndependent() throws Exception { AtomicReferenceArray<String> a = new AtomicReferenceArray<>(2); Thread t = go(() -> a.set(0, "x")); a.set(1, "y"); t.join(); eq("x", a.get(0)); eq("y", a.get(1)); }
    @Test void whatIsReadWasPublished() throws Exception { AtomicReferenceArray<int[]> a = new AtomicReferenceArray<>(1); Thread t = go(() -> a.set(0, new int[] {5})); int[] got = a.get(0); if (got != null) { eq(5, got[0]); } t.join(); }
}
