import java.util.concurrent.atomic.AtomicIntegerArray;

class AtomicIntegerArrayTest extends T {
    static AtomicIntegerArray of(int... values) { return new AtomicIntegerArray(values); }
    static final Class<? extends Throwable> OUT = IndexOutOfBoundsException.class;

    @Test void beginsWithZeros() { AtomicIntegerArray a = new AtomicIntegerArray(3); eq(3, a.length()); for (int i = 0; i < 3; i++) { eq(0, a.get(i)); } }
    @Test void copiesItsArgument() { int[] from = {1, 2}; AtomicIntegerArray a = of(from); from[0] = 9; eq(1, a.get(0)); eq(2, a.length()); }
    @Test void argumentsAreChecked() { raises(NullPointerException.class, () -> new AtomicIntegerArray(null)); raises(NegativeArraySizeException.class, () -> new AtomicIntegerArray(-1)); }
    @Test void setAndGet() { AtomicIntegerArray a = of(1, 2); a.set(1, 5); eq(5, a.get(1)); eq(1, a.get(0)); a.lazySet(0, 7); eq(7, a.get(0)); }
    @Test void indexIsChecked() { raises(OUT, () -> of(1).get(1)); raises(OUT, () -> of(1).get(-1)); raises(OUT, () -> of(1).set(1, 1)); raises(OUT, () -> of(1).getAndIncrement(1)); raises(OUT, () -> of(1).compareAndSet(2, 1, 1)); }
    @Test void getAndSet() { AtomicIntegerArray a = of(1, 2); eq(2, a.getAndSet(1, 5)); eq(5, a.get(1)); }
    @Test void compareAndSetCompares() { AtomicIntegerArray a = of(1, 2); no(a.compareAndSet(1, 1, 5)); yes(a.compareAndSet(1, 2, 5)); eq(5, a.get(1)); eq(1, a.get(0)); }
    @Test void weakCompareAndSet() { AtomicIntegerArray a = of(1); no(a.weakCompareAndSetVolatile(0, 2, 3)); no(a.weakCompareAndSetPlain(0, 2, 3)); no(a.weakCompareAndSetAcquire(0, 2, 3)); no(a.weakCompareAndSetRelease(0, 2, 3)); until(() -> a.weakCompareAndSetVolatile(0, 1, 2)); eq(2, a.get(0)); }
    @Test void compareAndExchange() { AtomicIntegerArray a = of(1); eq(1, a.compareAndExchange(0, 2, 3)); eq(1, a.compareAndExchange(0, 1, 3)); eq(3, a.compareAndExchangeAcquire(0, 3, 4)); eq(4, a.compareAndExchangeRelease(0, 4, 5)); eq(5, a.get(0)); }
    @Test void getAndIncrement() { AtomicIntegerArray a = of(1, 2); eq(2, a.getAndIncrement(1)); eq(3, a.get(1)); }
    @Test void getAndDecrement() { AtomicIntegerArray a = of(1, 2); eq(2, a.getAndDecrement(1)); eq(1, a.get(1)); }
    @Test void getAndAdd() { AtomicIntegerArray a = of(1, 2); eq(2, a.getAndAdd(1, 5)); eq(7, a.get(1)); }
    @Test void incrementAndGet() { AtomicIntegerArray a = of(1, 2); eq(3, a.incrementAndGet(1)); }
    @Test void decrementAndGet() { AtomicIntegerArray a = of(1, 2); eq(1, a.decrementAndGet(1)); }
    @Test void addAndGet() { AtomicIntegerArray a = of(1, 2); eq(7, a.addAndGet(1, 5)); eq(1, a.get(0)); }
    @Test void updates() { AtomicIntegerArray a = of(3); eq(9, a.updateAndGet(0, x -> x * x)); eq(9, a.getAndUpdate(0, x -> x + 1)); eq(10, a.get(0)); }
    @Test void accumulates() { AtomicIntegerArray a = of(3); eq(1, a.accumulateAndGet(0, 2, (x, y) -> x - y)); eq(1, a.getAndAccumulate(0, 5, (x, y) -> x + y)); eq(6, a.get(0)); }
    @Test void accessModes() { AtomicIntegerArray a = of(1); a.setPlain(0, 2); eq(2, a.getPlain(0)); a.setOpaque(0, 3); eq(3, a.getOpaque(0)); a.setRelease(0, 4); eq(4, a.getAcquire(0)); }
    @Test void toStringNamesElements() { eq("[1, 2]", of(1, 2).toString()); eq("[]", of().toString()); }
    @Test void twoIncrementsAddUp() throws Exception { AtomicIntegerArray a = of(0, 0); Thread t = go(() -> a.incrementAndGet(1)); a.incrementAndGet(1); t.join(); eq(2, a.get(1)); }
    @Test void oneOfTwoCompareAndSetsWins() throws Exception { AtomicIntegerArray a = of(0); boolean[] won = new boolean[1]; Thread t = go(() -> won[0] = a.compareAndSet(0, 0, 1)); boolean mine = a.compareAndSet(0, 0, 2); t.join(); yes(mine != won[0]); }
    @Test void whatIsReadWasPublished() throws Exception { AtomicIntegerArray a = of(0); int[] data = new int[1]; Thread t = go(() -> { data[0] = 5; a.set(0, 1); }); if (a.get(0) == 1) { eq(5, data[0]); } t.join(); }
}
