import java.util.concurrent.atomic.DoubleAdder;

class DoubleAdderTest extends T {
    static DoubleAdder of(double value) { DoubleAdder a = new DoubleAdder(); a.add(value); return a; }
    static void is(double expected, double actual) { yes(expected == actual); }

    @Test void beginsWithZero() { is(0, new DoubleAdder().sum()); }
    @Test void addAdds() { DoubleAdder a = of(3); a.add(4.5); is(7.5, a.sum()); }
    @Test void addOfNegative() { DoubleAdder a = of(3); a.add(-4.5); is(-1.5, a.sum()); }
    @Test void addOfZero() { DoubleAdder a = of(3); a.add(0); is(3, a.sum()); }
    @Test void sumLeavesIt() { DoubleAdder a = of(3); a.sum(); is(3, a.sum()); }
    @Test void resetMakesItZero() { DoubleAdder a = of(3); a.reset(); is(0, a.sum()); }
    @Test void addAfterReset() { DoubleAdder a = of(3); a.reset(); a.add(1); is(1, a.sum()); }
    @Test void sumThenResetGivesTheSum() { DoubleAdder a = of(3); is(3, a.sumThenReset()); is(0, a.sum()); }
    @Test void infinityStays() { DoubleAdder a = of(Double.POSITIVE_INFINITY); a.add(1); is(Double.POSITIVE_INFINITY, a.sum()); }
    @Test void nanStays() { DoubleAdder a = of(Double.NaN); a.add(1); yes(Double.isNaN(a.sum())); }
    @Test void doubleValueIsTheSum() { is(3.5, of(3.5).doubleValue()); }
    @Test void longValueIsTheSum() { eq(3, of(3.5).longValue()); }
    @Test void intValueIsTheSum() { eq(-3, of(-3.5).intValue()); }
    @Test void floatValueIsTheSum() { yes(of(3.5).floatValue() == 3.5f); }
    @Test void shortAndByteValues() { eq(3, of(3.5).shortValue()); eq(3, of(3.5).byteValue()); }
    @Test void toStringIsTheSum() { eq("3.5", of(3.5).toString()); }
    @Test void equalsIsIdentity() { no(of(1).equals(of(1))); }
    @Test void twoAddUp() throws Exception { DoubleAdder a = of(0); Thread t = go(() -> a.add(1.5)); a.add(2); t.join(); is(3.5, a.sum()); }
    @Test void threeAddUp() throws Exception { DoubleAdder a = of(0); Thread t = go(() -> a.add(1)); Thread u = go(() -> a.add(2)); a.add(4); t.join(); u.join(); is(7, a.sum()); }
    @Test void sumWhileOthersAdd() throws Exception { DoubleAdder a = of(1); Thread t = go(() -> a.add(1)); double s = a.sum(); yes(s == 1 || s == 2); t.join(); is(2, a.sum()); }
}
