import java.math.BigInteger;

public class Big {
    public static void main(String[] args) {
        BigInteger a = new BigInteger("123456789012345678901234567890"), b = BigInteger.valueOf(-97);
        System.out.println(a.add(b) + " " + a.subtract(b) + " " + a.multiply(b) + " " + a.divide(b) + " " + a.mod(BigInteger.TEN));
        System.out.println(a.pow(3) + " " + a.gcd(BigInteger.valueOf(90)) + " " + a.shiftLeft(70) + " " + a.shiftRight(33));
        System.out.println(a.compareTo(b) + " " + a.equals(a.add(BigInteger.ZERO)) + " " + a.hashCode() + " " + a.bitLength() + " " + b.signum());
        System.out.println(a.toString(16) + " " + new BigInteger("ff", 16) + " " + a.modPow(BigInteger.TWO, BigInteger.valueOf(1000007)));
        try {
            BigInteger.ONE.divide(BigInteger.ZERO);
        } catch (ArithmeticException e) {
            System.out.println(e.getMessage());
        }
    }
}
