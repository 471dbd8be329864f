import java.util.concurrent.atomic.AtomicInteger;

class AtomicIntegerTest extends T {
    static AtomicInteger of(int value) { return new AtomicInteger(value); }

    @Test void beginsWithZero() { eq(0, new AtomicInteger().get()); }
    @Test void beginsWithAValue() { eq(7, of(7).get()); }
    @Test void setAndGet() { AtomicInteger a = of(1); a.set(2); eq(2, a.get()); a.lazySet(3); eq(3, a.get()); }
    @Test void getAndSetGivesTheOldValue() { AtomicInteger a = of(1); eq(1, a.getAndSet(2)); eq(2, a.get()); }
    @Test void compareAndSetCompares() { AtomicInteger a = of(1); no(a.compareAndSet(2, 3)); eq(1, a.get()); yes(a.compareAndSet(1, 3)); eq(3, a.get()); }
    @Test void weakCompareAndSetFailsOnOthers() { AtomicInteger a = of(1); no(a.weakCompareAndSetVolatile(2, 3)); no(a.weakCompareAndSetPlain(2, 3)); no(a.weakCompareAndSetAcquire(2, 3)); no(a.weakCompareAndSetRelease(2, 3)); eq(1, a.get()); }
    @Test void weakCompareAndSetSucceedsSometime() { AtomicInteger a = of(1); until(() -> a.weakCompareAndSetVolatile(1, 2)); eq(2, a.get()); until(() -> a.weakCompareAndSetPlain(2, 3)); eq(3, a.get()); }
    @Test void compareAndExchangeGivesTheOldValue() { AtomicInteger a = of(1); eq(1, a.compareAndExchange(2, 3)); eq(1, a.compareAndExchange(1, 3)); eq(3, a.get()); eq(3, a.compareAndExchangeAcquire(3, 4)); eq(4, a.compareAndExchangeRelease(4, 5)); eq(5, a.get()); }
    @Test void getAndIncrement() { AtomicInteger a = of(1); eq(1, a.getAndIncrement()); eq(2, a.get()); }
    @Test void getAndDecrement() { AtomicInteger a = of(1); eq(1, a.getAndDecrement()); eq(0, a.get()); }
    @Test void getAndAdd() { AtomicInteger a = of(1); eq(1, a.getAndAdd(5)); eq(6, a.get()); eq(6, a.getAndAdd(-7)); eq(-1, a.get()); }
    @Test void incrementAndGet() { AtomicInteger a = of(1); eq(2, a.incrementAndGet()); eq(2, a.get()); }
    @Test void decrementAndGet() { AtomicInteger a = of(1); eq(0, a.decrementAndGet()); eq(-1, a.decrementAndGet()); }
    @Test void addAndGet() { AtomicInteger a = of(1); eq(6, a.addAndGet(5)); eq(-1, a.addAndGet(-7)); }
    @Test void overflows() { AtomicInteger a = of(Integer.MAX_VALUE); eq(Integer.MIN_VALUE, a.incrementAndGet()); eq(Integer.MAX_VALUE, a.decrementAndGet()); }
    @Test void updateAndGet() { AtomicInteger a = of(3); eq(9, a.updateAndGet(x -> x * x)); eq(9, a.get()); }
    @Test void getAndUpdate() { AtomicInteger a = of(3); eq(3, a.getAndUpdate(x -> x * x)); eq(9, a.get()); }
    @Test void accumulateAndGet() { AtomicInteger a = of(3); eq(1, a.accumulateAndGet(2, (x, y) -> x - y)); eq(1, a.get()); }
    @Test void getAndAccumulate() { AtomicInteger a = of(3); eq(3, a.getAndAccumulate(2, (x, y) -> x - y)); eq(1, a.get()); }
    @Test void whatAFunctionThrowsIsThrown() { AtomicInteger a = of(3); raises(IllegalStateException.class, () -> a.updateAndGet(x -> { throw new IllegalStateException(); })); eq(3, a.get()); }
    @Test void asNumbers() { AtomicInteger a = of(-3); eq(-3, a.intValue()); eq(-3L, a.longValue()); yes(a.floatValue() == -3f); yes(a.doubleValue() == -3d); eq(-3, a.shortValue()); eq(-3, a.byteValue()); }
    @Test void accessModes() { AtomicInteger a = of(1); a.setPlain(2); eq(2, a.getPlain()); a.setOpaque(3); eq(3, a.getOpaque()); a.setRelease(4); eq(4, a.getAcquire()); }
    @Test void toStringIsTheValue() { eq("-7", of(-7).toString()); }
    @Test void equalsIsIdentity() { no(of(1).equals(of(1))); AtomicInteger a = of(1); yes(a.equals(a)); }
    @Test void twoIncrementsAddUp() throws Exception { AtomicInteger a = of(0); Thread t = go(a::incrementAndGet); a.incrementAndGet(); t.join(); eq(2, a.get()); }
    @Test void twoUpdatesAddUp() throws Exception { AtomicInteger a = of(1); Thread t = go(() -> a.updateAndGet(x -> 2 * x)); a.getAndUpdate(x -> 3 * x); t.join(); eq(6, a.get()); }
    @Test void twoIncrementsGiveDifferentValues() throws Exception { AtomicInteger a = of(0); long[] got = new long[1]; Thread t = go(() -> got[0] = a.getAndIncrement()); long mine = a.getAndIncrement(); t.join(); eq(1, mine + got[0]); }
    @Test void oneOfTwoCompareAndSetsWins() throws Exception { AtomicInteger a = of(0); boolean[] won = new boolean[1]; Thread t = go(() -> won[0] = a.compareAndSet(0, 1)); boolean mine = a.compareAndSet(0, 2); t.join(); yes(mine != won[0]); eq(mine ? 2 : 1, a.get()); }
    @Test void whatIsReadWasPublished() throws Exception { AtomicInteger a = of(0); int[] data = new int[1]; Thread t = go(() -> { data[0] = 5; a.set(1); }); if (a.get() == 1) { eq(5, data[0]); } t.join(); }
    @Test void accumulationsOfThree() throws Exception { AtomicInteger a = of(0); Thread t = go(() -> a.accumulateAndGet(1, Math::max)); Thread u = go(() -> a.accumulateAndGet(3, Math::max)); a.accumulateAndGet(2, Math::max); t.join(); u.join(); eq(3, a.get()); }
}
