public class Maths {
    public static void main(String[] args) {
        double[] xs = {0.0, -0.0, 0.5, 1.0, -1.0, 2.0, 10.0, 1e-5, 1e10, 1e300, Math.PI, Double.NaN, Double.POSITIVE_INFINITY, 0.1, -7.3};
        for (double x : xs) {
            System.out.println(StrictMath.sin(x) + " " + StrictMath.cos(x) + " " + StrictMath.tan(x) + " " + StrictMath.atan(x));
            System.out.println(StrictMath.exp(x) + " " + StrictMath.log(x) + " " + StrictMath.log10(x) + " " + StrictMath.cbrt(x) + " " + StrictMath.expm1(x) + " " + StrictMath.log1p(x));
            System.out.println(StrictMath.asin(x) + " " + StrictMath.acos(x) + " " + StrictMath.sinh(x) + " " + StrictMath.cosh(x) + " " + StrictMath.tanh(x));
            System.out.println(Math.sqrt(x) + " " + Math.pow(x, 3) + " " + StrictMath.pow(x, 0.5) + " " + Math.rint(x) + " " + Math.floor(x) + " " + Math.toDegrees(x) + " " + StrictMath.atan2(x, 2) + " " + Math.ulp(x) + " " + StrictMath.IEEEremainder(x, 3));
        }
    }
}
