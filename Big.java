import java.math.*;
import java.util.*;

public class Big {
    public static void main(String[] args) {
        BigInteger a = new BigInteger("123456789012345678901234567890"), b = BigInteger.valueOf(-97);
        System.out.println(a.add(b) + " " + a.subtract(b) + " " + a.multiply(b) + " " + a.divide(b) + " " + a.mod(BigInteger.TEN));
        System.out.println(a.pow(3) + " " + a.gcd(BigInteger.valueOf(90)) + " " + a.shiftLeft(70) + " " + a.shiftRight(33));
        System.out.println(a.compareTo(b) + " " + a.equals(a.add(BigInteger.ZERO)) + " " + a.hashCode() + " " + a.bitLength() + " " + b.signum());
        System.out.println(a.toString(16) + " " + new BigInteger("ff", 16) + " " + a.modPow(BigInteger.TWO, BigInteger.valueOf(1000007)));
        System.out.println(BigInteger.valueOf(17).isProbablePrime(5) + " " + a.sqrt() + " " + a.and(BigInteger.valueOf(0xffff)) + " " + a.not());
        BigDecimal x = new BigDecimal("12.345"), y = new BigDecimal("-3.2");
        System.out.println(x.add(y) + " " + x.multiply(y) + " " + x.divide(y, 5, RoundingMode.HALF_UP) + " " + x.setScale(1, RoundingMode.DOWN));
        System.out.println(x.negate() + " " + x.pow(3) + " " + x.remainder(y) + " " + x.toBigInteger() + " " + x.stripTrailingZeros().scale());
        System.out.println(new BigDecimal("1E+5").toPlainString() + " " + new BigDecimal("100000").stripTrailingZeros() + " " + x.doubleValue());
        System.out.println(new BigDecimal(0.1).toString().length() + " " + BigDecimal.ONE.divide(new BigDecimal(3), MathContext.DECIMAL32));
        try { BigDecimal.ONE.divide(new BigDecimal(3)); } catch (ArithmeticException e) { System.out.println(e.getMessage()); }
        try { BigInteger.ONE.divide(BigInteger.ZERO); } catch (ArithmeticException e) { System.out.println(e.getMessage()); }
    }
}
