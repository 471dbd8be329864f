import java.util.concurrent.atomic.LongAdder;

class LongAdderTest extends T {
    static LongAdder of(long value) { LongAdder a = new LongAdder(); a.add(value); return a; }

    @Test void beginsWithZero() { eq(0, new LongAdder().sum()); }
    @Test void addAdds() { LongAdder a = of(3); a.add(4); eq(7, a.sum()); a.add(-10); eq(-3, a.sum()); }
    @Test void incrementAddsOne() { LongAdder a = of(3); a.increment(); eq(4, a.sum()); }
    @Test void decrementTakesOne() { LongAdder a = of(3); a.decrement(); eq(2, a.sum()); }
    @Test void sumLeavesIt() { LongAdder a = of(3); a.sum(); eq(3, a.sum()); }
    @Test void resetMakesItZero() { LongAdder a = of(3); a.reset(); eq(0, a.sum()); a.increment(); eq(1, a.sum()); }
    @Test void sumThenResetGivesTheSum() { LongAdder a = of(3); eq(3, a.sumThenReset()); eq(0, a.sum()); }
    @Test void addOfZero() { LongAdder a = of(3); a.add(0); eq(3, a.sum()); }
    @Test void overflows() { LongAdder a = of(Long.MAX_VALUE); a.increment(); eq(Long.MIN_VALUE, a.sum()); }
    @Test void longValueIsTheSum() { eq(3, of(3).longValue()); }
    @Test void intValueIsTheSum() { eq(3, of(3).intValue()); eq(0, of(1L << 32).intValue()); }
    @Test void floatValueIsTheSum() { yes(of(3).floatValue() == 3f); }
    @Test void doubleValueIsTheSum() { yes(of(-3).doubleValue() == -3d); }
    @Test void shortAndByteValues() { eq(3, of(3).shortValue()); eq(-1, of(255).byteValue()); }
    @Test void toStringIsTheSum() { eq("3", of(3).toString()); eq("0", new LongAdder().toString()); }
    @Test void equalsIsIdentity() { no(of(1).equals(of(1))); }
    @Test void twoIncrementsAddUp() throws Exception { LongAdder a = of(0); Thread t = go(a::increment); a.increment(); t.join(); eq(2, a.sum()); }
    @Test void threeIncrementsAddUp() throws Exception { LongAdder a = of(0); Thread t = go(a::increment); Thread u = go(a::increment); a.increment(); t.join(); u.join(); eq(3, a.sum()); }
    @Test void addAndDecrementAddUp() throws Exception { LongAdder a = of(0); Thread t = go(() -> a.add(5)); a.decrement(); t.join(); eq(4, a.sum()); }
    @Test void sumWhileOthersAdd() throws Exception { LongAdder a = of(1); Thread t = go(a::increment); long s = a.sum(); yes(s == 1 || s == 2); t.join(); eq(2, a.sum()); }
}
