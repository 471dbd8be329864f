package jdk.internal.math;

/** What the JDK has since Java 21, for the compiler of an older one. */
public final class FormattedFPDecimal {
    public static final char PLAIN = 'f';

    public static native FormattedFPDecimal valueOf(double value, int precision, char form);

    public native char[] getMantissa();
}
