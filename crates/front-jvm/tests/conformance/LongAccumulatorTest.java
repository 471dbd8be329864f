import java.util.concurrent.atomic.LongAccumulator;

class LongAccumulatorTest extends T {
    static LongAccumulator max() { return new LongAccumulator(Long::max, Long.MIN_VALUE); }
    static LongAccumulator sum(long identity) { return new LongAccumulator(Long::sum, identity); }

    @Test void beginsWithItsIdentity() { eq(Long.MIN_VALUE, max().get()); eq(0, sum(0).get()); }
    @Test void accumulates() { LongAccumulator a = max(); a.accumulate(3); a.accumulate(1); eq(3, a.get()); a.accumulate(4); eq(4, a.get()); }
    @Test void accumulatesSums() { LongAccumulator a = sum(0); a.accumulate(3); a.accumulate(-1); eq(2, a.get()); }
    @Test void accumulatesProducts() { LongAccumulator a = new LongAccumulator((x, y) -> x * y, 1); a.accumulate(3); a.accumulate(4); eq(12, a.get()); }
    @Test void getLeavesIt() { LongAccumulator a = sum(0); a.accumulate(3); a.get(); eq(3, a.get()); }
    @Test void resetMakesItTheIdentity() { LongAccumulator a = max(); a.accumulate(3); a.reset(); eq(Long.MIN_VALUE, a.get()); }
    @Test void getThenResetGivesTheValue() { LongAccumulator a = max(); a.accumulate(3); eq(3, a.getThenReset()); eq(Long.MIN_VALUE, a.get()); }
    @Test void accumulatesAfterReset() { LongAccumulator a = sum(0); a.accumulate(3); a.reset(); a.accumulate(1); eq(1, a.get()); }
    @Test void nullFunctionRaisesWhenUsed() { raises(NullPointerException.class, () -> { LongAccumulator a = new LongAccumulator(null, 0); a.accumulate(1); }); }
    @Test void whatAFunctionThrowsIsThrown() { LongAccumulator a = new LongAccumulator((x, y) -> { throw new IllegalStateException(); }, 0); raises(IllegalStateException.class, () -> a.accumulate(1)); }
    @Test void longValueIsTheValue() { eq(0, sum(0).longValue()); }
    @Test void intValueIsTheValue() { LongAccumulator a = sum(0); a.accumulate(7); eq(7, a.intValue()); }
    @Test void floatValueIsTheValue() { LongAccumulator a = sum(0); a.accumulate(7); yes(a.floatValue() == 7f); }
    @Test void doubleValueIsTheValue() { LongAccumulator a = sum(0); a.accumulate(7); yes(a.doubleValue() == 7d); }
    @Test void shortAndByteValues() { LongAccumulator a = sum(0); a.accumulate(7); eq(7, a.shortValue()); eq(7, a.byteValue()); }
    @Test void toStringIsTheValue() { eq("0", sum(0).toString()); }
    @Test void equalsIsIdentity() { no(sum(0).equals(sum(0))); }
    @Test void twoAccumulate() throws Exception { LongAccumulator a = max(); Thread t = go(() -> a.accumulate(5)); a.accumulate(3); t.join(); eq(5, a.get()); }
    @Test void threeAccumulate() throws Exception { LongAccumulator a = sum(0); Thread t = go(() -> a.accumulate(1)); Thread u = go(() -> a.accumulate(2)); a.accumulate(4); t.join(); u.join(); eq(7, a.get()); }
    @Test void getWhileOthersAccumulate() throws Exception { LongAccumulator a = max(); a.accumulate(1); Thread t = go(() -> a.accumulate(2)); long s = a.get(); yes(s == 1 || s == 2); t.join(); eq(2, a.get()); }
}
