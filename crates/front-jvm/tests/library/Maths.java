import java.util.function.DoubleUnaryOperator;

/** Functions of {@code StrictMath} and {@code Math}, to the last bit. */
public class Maths {
    static final double[] AT = {0.0, -0.0, 0.1, -0.5, 1.0, 2.5, -3.75, 10.0, 100.25, 1e-10, 1e10, 12345.678, 1e300, -1e-300, Double.MIN_VALUE,
        Double.MAX_VALUE, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NaN};

    static void all(String name, DoubleUnaryOperator function, double limit) {
        long sum = 0;
        for (double at : AT) {
            if (!(Math.abs(at) > limit)) {
                sum = 31 * sum + Double.doubleToLongBits(function.applyAsDouble(at));
            }
        }
        System.out.println(name + " " + Long.toHexString(sum));
    }

    public static void main(String[] args) {
        double any = Double.POSITIVE_INFINITY;
        all("sin", StrictMath::sin, 1e5);
        all("cos", StrictMath::cos, 1e5);
        all("tan", StrictMath::tan, 1e5);
        all("asin", StrictMath::asin, any);
        all("acos", StrictMath::acos, any);
        all("atan", StrictMath::atan, any);
        all("exp", StrictMath::exp, any);
        all("log", StrictMath::log, any);
        all("log10", StrictMath::log10, any);
        all("sqrt", Math::sqrt, any);
        all("cbrt", StrictMath::cbrt, any);
        all("sinh", StrictMath::sinh, any);
        all("cosh", StrictMath::cosh, any);
        all("tanh", StrictMath::tanh, any);
        all("expm1", StrictMath::expm1, any);
        all("log1p", StrictMath::log1p, any);
        all("ceil", Math::ceil, any);
        all("floor", Math::floor, any);
        all("rint", Math::rint, any);
        all("ulp", Math::ulp, any);
        all("nextUp", Math::nextUp, any);
        all("pow", x -> StrictMath.pow(x, 1.5), any);
        all("atan2", x -> StrictMath.atan2(x, 2), any);
        all("hypot", x -> StrictMath.hypot(x, 3), any);
        all("remainder", x -> Math.IEEEremainder(x, 0.7), 1e12);
        all("fma", x -> Math.fma(x, x, 0.1), 1e5);
        System.out.println(Math.floorMod(-7, 3) + " " + Math.floorDiv(-7, 3) + " " + Math.round(-2.5) + " " + Math.scalb(1.5, 4) + " "
            + Math.getExponent(1e300) + " " + Math.copySign(2, -0.0) + " " + Math.multiplyHigh(Long.MAX_VALUE, 10) + " "
            + Math.toRadians(180));
        try {
            Math.addExact(Integer.MAX_VALUE, 1);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
    }
}
