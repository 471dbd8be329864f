import java.util.concurrent.atomic.DoubleAccumulator;

class DoubleAccumulatorTest extends T {
    static void is(double expected, double actual) { yes(expected == actual); }
    static DoubleAccumulator max() { return new DoubleAccumulator(Double::max, Double.NEGATIVE_INFINITY); }
    static DoubleAccumulator sum(double identity) { return new DoubleAccumulator(Double::sum, identity); }

    @Test void beginsWithItsIdentity() { is(Double.NEGATIVE_INFINITY, max().get()); is(0, sum(0).get()); }
    @Test void accumulates() { DoubleAccumulator a = max(); a.accumulate(3); a.accumulate(1); is(3, a.get()); a.accumulate(4); is(4, a.get()); }
    @Test void accumulatesSums() { DoubleAccumulator a = sum(0); a.accumulate(3); a.accumulate(-1); is(2, a.get()); }
    @Test void accumulatesProducts() { DoubleAccumulator a = new DoubleAccumulator((x, y) -> x * y, 1); a.accumulate(3); a.accumulate(4); is(12, a.get()); }
    @Test void getLeavesIt() { DoubleAccumulator a = sum(0); a.accumulate(3); a.get(); is(3, a.get()); }
    @Test void resetMakesItTheIdentity() { DoubleAccumulator a = max(); a.accumulate(3); a.reset(); is(Double.NEGATIVE_INFINITY, a.get()); }
    @Test void getThenResetGivesTheValue() { DoubleAccumulator a = max(); a.accumulate(3); is(3, a.getThenReset()); is(Double.NEGATIVE_INFINITY, a.get()); }
    @Test void accumulatesAfterReset() { DoubleAccumulator a = sum(0); a.accumulate(3); a.reset(); a.accumulate(1); is(1, a.get()); }
    @Test void nullFunctionRaisesWhenUsed() { raises(NullPointerException.class, () -> { DoubleAccumulator a = new DoubleAccumulator(null, 0); a.accumulate(1); }); }
    @Test void whatAFunctionThrowsIsThrown() { DoubleAccumulator a = new DoubleAccumulator((x, y) -> { throw new IllegalStateException(); }, 0); raises(IllegalStateException.class, () -> a.accumulate(1)); }
    @Test void longValueIsTheValue() { is(0, sum(0).longValue()); }
    @Test void intValueIsTheValue() { DoubleAccumulator a = sum(0); a.accumulate(7); is(7, a.intValue()); }
    @Test void floatValueIsTheValue() { DoubleAccumulator a = sum(0); a.accumulate(7); yes(a.floatValue() == 7f); }
    @Test void doubleValueIsTheValue() { DoubleAccumulator a = sum(0); a.accumulate(7); yes(a.doubleValue() == 7d); }
    @Test void shortAndByteValues() { DoubleAccumulator a = sum(0); a.accumulate(7); is(7, a.shortValue()); is(7, a.byteValue()); }
    @Test void toStringIsTheValue() { eq("0.0", sum(0).toString()); }
    @Test void equalsIsIdentity() { no(sum(0).equals(sum(0))); }
    @Test void twoAccumulate() throws Exception { DoubleAccumulator a = max(); Thread t = go(() -> a.accumulate(5)); a.accumulate(3); t.join(); is(5, a.get()); }
    @Test void threeAccumulate() throws Exception { DoubleAccumulator a = sum(0); Thread t = go(() -> a.accumulate(1)); Thread u = go(() -> a.accumulate(2)); a.accumulate(4); t.join(); u.join(); is(7, a.get()); }
    @Test void getWhileOthersAccumulate() throws Exception { DoubleAccumulator a = max(); a.accumulate(1); Thread t = go(() -> a.accumulate(2)); double s = a.get(); yes(s == 1 || s == 2); t.join(); is(2, a.get()); }
}
