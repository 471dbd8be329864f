// Every operation on every numeric type, with values at the edges.
public class Arithmetic {
    static final int[] INTS = {0, 1, -1, 2, 7, -13, 31, 32, 33, 255, 65535, 1 << 30, Integer.MAX_VALUE, Integer.MIN_VALUE};
    static final long[] LONGS = {0, 1, -1, 3, 63, 64, -97, 1L << 32, 1L << 53, Long.MAX_VALUE, Long.MIN_VALUE};
    static final double[] DOUBLES = {0.0, -0.0, 1.5, -2.25, 1e10, 1e300, -1e-300, Double.NaN, 1 / 0.0, -1 / 0.0, Double.MIN_VALUE};
    static final float[] FLOATS = {0f, -0f, 1.5f, -2.25f, 3e9f, 1e38f, -1e-38f, Float.NaN, 1 / 0f};
    static int ints(int a, int b) {
        int sum = a + b ^ a - b * 31 + (a & b) - (a | b) ^ (a << b) ^ (a >> b) ^ (a >>> b) ^ ~a ^ -b;
        try { sum ^= a / b + 7 * (a % b); } catch (ArithmeticException e) { sum ^= 0x5555; }
        return sum;
    }
    static long longs(long a, long b) {
        long sum = a + b ^ a - b * 31 + (a & b) - (a | b) ^ (a << b) ^ (a >> b) ^ (a >>> b) ^ ~a ^ -b;
        try { sum ^= a / b + 7 * (a % b); } catch (ArithmeticException e) { sum ^= 0x5555; }
        return sum + (a < b ? 1 : 0) + (a == b ? 2 : 0);
    }
    static void shown(double a, double b) {
        for (double d : new double[] {a + b, a - b, a * b, a / b, a % b}) System.out.println(Double.doubleToLongBits(d));
        System.out.println((a < b) + " " + (a <= b) + " " + (a == b) + " " + (a != b) + " " + (a > b));
    }
    public static void main(String[] args) {
        for (int a : INTS) {
            int all = 0;
            for (int b : INTS) all = 31 * all + ints(a, b);
            System.out.println(all);
            System.out.println((byte) a); System.out.println((short) a); System.out.println((int) (char) a);
            System.out.println((long) a); System.out.println(Float.floatToIntBits((float) a)); System.out.println(Double.doubleToLongBits((double) a));
        }
        for (long a : LONGS) {
            long all = 0;
            for (long b : LONGS) all = 31 * all + longs(a, b);
            System.out.println(all);
            System.out.println((int) a); System.out.println(Float.floatToIntBits((float) a)); System.out.println(Double.doubleToLongBits((double) a));
        }
        for (double a : DOUBLES) {
            System.out.println((int) a); System.out.println((long) a); System.out.println(Float.floatToIntBits((float) a)); System.out.println((byte) a);
            System.out.println(Double.doubleToLongBits(a)); System.out.println(Double.compare(a, 0.0)); System.out.println(Double.doubleToLongBits(-a));
        }
        for (int i = 0; i < DOUBLES.length; i++) shown(DOUBLES[i], DOUBLES[(i * 5 + 3) % DOUBLES.length]);
        for (float a : FLOATS) {
            System.out.println((int) a); System.out.println((long) a); System.out.println(Double.doubleToLongBits((double) a)); System.out.println(Float.floatToIntBits(a % 2.5f));
            System.out.println(Float.floatToIntBits(a)); System.out.println(Float.floatToIntBits(a * a)); System.out.println(Float.floatToIntBits(a - 0.1f));
        }
        byte b = 127; b++; b += 3; short s = -32768; s--; char c = 0; c--; c >>= 3; b *= 2.7;
        System.out.println(b); System.out.println(s); System.out.println((int) c);
        System.out.println(Math.max(-0.0, 0.0)); System.out.println(Math.abs(Integer.MIN_VALUE)); System.out.println(Math.floorMod(-7, 3));
        System.out.println(Integer.toHexString(-1)); System.out.println(Long.toBinaryString(5)); System.out.println(Integer.parseInt("-123"));
        System.out.println(Integer.bitCount(255)); System.out.println(Long.numberOfTrailingZeros(64)); System.out.println(Integer.reverse(3));
        try { Math.addExact(Integer.MAX_VALUE, 1); } catch (ArithmeticException e) { System.out.println(e.getMessage()); }
    }
}
