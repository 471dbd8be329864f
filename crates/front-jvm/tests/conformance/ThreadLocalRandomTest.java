import java.util.concurrent.ThreadLocalRandom;

class ThreadLocalRandomTest extends T {
    static ThreadLocalRandom r() { return ThreadLocalRandom.current(); }

    @Test void currentIsThere() { yes(r() != null); same(r(), r()); }
    @Test void setSeedRaises() { raises(UnsupportedOperationException.class, () -> r().setSeed(1)); }
    @Test void nextIntOfBound() { int x = r().nextInt(3); yes(x >= 0 && x < 3); }
    @Test void nextIntOfOne() { eq(0, r().nextInt(1)); }
    @Test void nextIntOfRange() { int x = r().nextInt(-1, 2); yes(x >= -1 && x < 2); eq(5, r().nextInt(5, 6)); }
    @Test void boundIsPositive() { raises(IllegalArgumentException.class, () -> r().nextInt(0)); raises(IllegalArgumentException.class, () -> r().nextInt(-1)); }
    @Test void rangeIsNotEmpty() { raises(IllegalArgumentException.class, () -> r().nextInt(2, 2)); raises(IllegalArgumentException.class, () -> r().nextInt(3, 2)); }
    @Test void nextLongOfBound() { long x = r().nextLong(3); yes(x >= 0 && x < 3); raises(IllegalArgumentException.class, () -> r().nextLong(0)); }
    @Test void nextLongOfRange() { long x = r().nextLong(-1, 2); yes(x >= -1 && x < 2); raises(IllegalArgumentException.class, () -> r().nextLong(2, 2)); }
    @Test void nextDoubleOfBound() { double x = r().nextDouble(3); yes(x >= 0 && x < 3); raises(IllegalArgumentException.class, () -> r().nextDouble(0)); }
    @Test void nextDoubleOfRange() { double x = r().nextDouble(-1, 2); yes(x >= -1 && x < 2); raises(IllegalArgumentException.class, () -> r().nextDouble(2, 2)); }
    @Test void nextDoubleIsBelowOne() { double x = r().nextDouble(); yes(x >= 0 && x < 1); }
    @Test void nextFloatIsBelowOne() { float x = r().nextFloat(); yes(x >= 0 && x < 1); }
    @Test void nextBooleanIsEither() { boolean x = r().nextBoolean(); yes(x || !x); }
    @Test void nextIntIsAny() { int x = r().nextInt(); eq(x, (int) (long) x); }
    @Test void nextLongIsAny() { long x = r().nextLong(); yes(x <= Long.MAX_VALUE); }
    @Test void nextBytesFills() { byte[] b = new byte[2]; r().nextBytes(b); eq(2, b.length); raises(NullPointerException.class, () -> r().nextBytes(null)); }
    @Test void nextGaussianIsANumber() { no(Double.isNaN(r().nextGaussian())); }
    @Test void intsOfSize() { eq(2, r().ints(2, 0, 3).filter(x -> x >= 0 && x < 3).count()); raises(IllegalArgumentException.class, () -> r().ints(-1)); }
    @Test void eachThreadHasItsOwn() throws Exception { Thread t = go(() -> { int x = ThreadLocalRandom.current().nextInt(2); yes(x == 0 || x == 1); }); int y = r().nextInt(2); yes(y == 0 || y == 1); t.join(); }
}
