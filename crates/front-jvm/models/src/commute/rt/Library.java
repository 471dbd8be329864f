package commute.rt;

import java.lang.ref.Cleaner;
import java.security.PrivilegedAction;
import java.security.PrivilegedExceptionAction;
import java.util.MissingFormatArgumentException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import jdk.internal.math.FormattedFPDecimal;
import jdk.internal.math.FormattedFloatingDecimal;

/** Methods that stand for those of the library: the receiver is the first parameter. */
final class Library {
    private Library() {
    }

    /** {@link String#hashCode}, without the field in which the JDK keeps it: threads would write to it. */
    static int hashCode(String text) {
        int hash = 0;
        for (int i = 0; i < text.length(); i++) {
            hash = 31 * hash + text.charAt(i);
        }
        return hash;
    }

    static String toString(Throwable thrown) {
        String message = thrown.getLocalizedMessage();
        String name = className(thrown);
        return message == null ? name : name + ": " + message;
    }

    /** {@link String#toUpperCase()} in no particular language; characters beyond Latin-1 have rules of their own. */
    static String toUpperCase(String text) {
        StringBuilder upper = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = latin1(text.charAt(i));
            if (c == '\u00df') {
                upper.append("SS");
            } else {
                upper.append(Character.toUpperCase(c));
            }
        }
        return upper.toString();
    }

    /** {@link String#toLowerCase()}, the same way. */
    static String toLowerCase(String text) {
        StringBuilder lower = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            lower.append(Character.toLowerCase(latin1(text.charAt(i))));
        }
        return lower.toString();
    }

    private static char latin1(char c) {
        if (c > 255) {
            beyondLatin1();
        }
        return c;
    }

    /** Refused. */
    private static native void beyondLatin1();

    /** The name of the class of an object. */
    private static native String className(Object object);

    static String toString(Object object) {
        return className(object) + "@" + Integer.toHexString(object.hashCode());
    }

    /** {@link ForkJoinPool#managedBlock} as other threads than those of a pool have it. */
    static void managedBlock(ForkJoinPool.ManagedBlocker blocker) throws InterruptedException {
        while (!blocker.isReleasable() && !blocker.block()) {
        }
    }

    /** Starts a thread of a pool, which the JDK keeps in a container since Java 19. */
    static void startIn(Object container, Thread thread) {
        thread.start();
    }

    /** The same, by way of the access to {@code java.lang} that other packages have. */
    static void startIn(Object access, Thread thread, Object container) {
        thread.start();
    }

    /** {@link Cleaner#register}. */
    static Cleaner.Cleanable register(Object cleaner, Object object, Runnable action) {
        return new Cleaning(action);
    }

    static long convert(TimeUnit to, long time, TimeUnit from) {
        if (to == TimeUnit.NANOSECONDS) {
            return from.toNanos(time);
        } else if (to == TimeUnit.MICROSECONDS) {
            return from.toMicros(time);
        } else if (to == TimeUnit.MILLISECONDS) {
            return from.toMillis(time);
        } else if (to == TimeUnit.SECONDS) {
            return from.toSeconds(time);
        } else if (to == TimeUnit.MINUTES) {
            return from.toMinutes(time);
        }
        return to == TimeUnit.HOURS ? from.toHours(time) : from.toDays(time);
    }

    static Enum<?> valueOf(Class<?> of, String name) {
        for (Object constant : constants(of)) {
            if (((Enum<?>) constant).name().equals(name)) {
                return (Enum<?>) constant;
            }
        }
        if (name == null) {
            throw new NullPointerException("Name is null");
        }
        throw new IllegalArgumentException("No enum constant " + of.getName().replace('$', '.') + "." + name);
    }

    /** The constants of an enum. */
    private static native Object[] constants(Class<?> of);

    static Object doPrivileged(PrivilegedAction<?> action) {
        return action.run();
    }

    static Object doPrivileged(PrivilegedExceptionAction<?> action) throws Exception {
        return action.run();
    }

    /** {@link Class#getSimpleName} of a class that is no array. */
    static String simpleName(Class<?> of) {
        String name = of.getName();
        int start = Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1;
        while (start < name.length() && name.charAt(start) >= '0' && name.charAt(start) <= '9') {
            start++;
        }
        return name.substring(start);
    }

    /** Any number below a bound: {@link java.util.Random#nextInt(int)}. */
    static int anyBelow(Object random, int bound) {
        if (bound <= 0) {
            throw new IllegalArgumentException("bound must be positive");
        }
        if (bound > 1000) {
            tooManyRandomNumbers();
        }
        return choose(bound);
    }

    private static native int choose(int bound);

    /** Refused. */
    private static native void tooManyRandomNumbers();

    /** {@link String#format(String, Object...)} for what is usual. */
    static String format(String format, Object[] args) {
        StringBuilder out = new StringBuilder();
        int next = 0;
        int i = 0;
        while (i < format.length()) {
            char c = format.charAt(i++);
            if (c != '%') {
                out.append(c);
                continue;
            }
            boolean left = false;
            boolean zero = false;
            boolean plus = false;
            int width = 0;
            int precision = -1;
            c = at(format, i++);
            while (c == '-' || c == '0' || c == '+') {
                left |= c == '-';
                zero |= c == '0';
                plus |= c == '+';
                c = at(format, i++);
            }
            while (c >= '0' && c <= '9') {
                width = 10 * width + c - '0';
                c = at(format, i++);
            }
            if (c == '.') {
                precision = 0;
                c = at(format, i++);
                while (c >= '0' && c <= '9') {
                    precision = 10 * precision + c - '0';
                    c = at(format, i++);
                }
            }
            String text;
            if (c == 'n') {
                text = "\n";
            } else if (c == '%') {
                text = "%";
            } else {
                if (args == null || next >= args.length) {
                    throw new MissingFormatArgumentException("%" + c);
                }
                text = one(c, args[next++], precision, plus);
            }
            pad(out, text, width, left, zero && c != 's');
        }
        return out.toString();
    }

    private static char at(String text, int index) {
        if (index >= text.length()) {
            unusualFormat();
        }
        return text.charAt(index);
    }

    private static void pad(StringBuilder out, String text, int width, boolean left, boolean zero) {
        int missing = width - text.length();
        if (zero && missing > 0 && (text.startsWith("-") || text.startsWith("+"))) {
            out.append(text.charAt(0));
            text = text.substring(1);
        }
        if (left) {
            out.append(text);
        }
        for (int i = 0; i < missing; i++) {
            out.append(zero && !left ? '0' : ' ');
        }
        if (!left) {
            out.append(text);
        }
    }

    private static String one(char conversion, Object arg, int precision, boolean plus) {
        if (conversion == 's' && !(arg instanceof java.util.Formattable)) {
            String text = String.valueOf(arg);
            return precision >= 0 && precision < text.length() ? text.substring(0, precision) : text;
        }
        if (conversion == 'b') {
            return arg instanceof Boolean ? arg.toString() : arg == null ? "false" : "true";
        }
        if (arg == null) {
            return "null";
        }
        if (conversion == 'c' && arg instanceof Character) {
            return arg.toString();
        }
        boolean integer = arg instanceof Integer || arg instanceof Long || arg instanceof Short || arg instanceof Byte;
        if (conversion == 'd' && integer) {
            String text = arg.toString();
            return plus && text.charAt(0) != '-' ? "+" + text : text;
        }
        if (conversion == 'x' && arg instanceof Integer) {
            return Integer.toHexString((Integer) arg);
        }
        if (conversion == 'x' && arg instanceof Long) {
            return Long.toHexString((Long) arg);
        }
        if (conversion == 'f' && (arg instanceof Double || arg instanceof Float)) {
            return fixedPoint(((Number) arg).doubleValue(), precision < 0 ? 6 : precision, plus);
        }
        unusualFormat();
        return null;
    }

    /** The digits and the point of a number: one of the two below, as the JDK has it. */
    private static native char[] digits(double value, int precision);

    static char[] digitsUntil20(double value, int precision) {
        FormattedFloatingDecimal.Form form = FormattedFloatingDecimal.Form.DECIMAL_FLOAT;
        return FormattedFloatingDecimal.valueOf(value, precision, form).getMantissa();
    }

    static char[] digitsSince21(double value, int precision) {
        return FormattedFPDecimal.valueOf(value, precision, FormattedFPDecimal.PLAIN).getMantissa();
    }

    private static String fixedPoint(double value, int precision, boolean plus) {
        if (Double.isNaN(value) || Double.isInfinite(value)) {
            unusualFormat();
        }
        boolean negative = Double.compare(value, 0.0) < 0;
        char[] digits = digits(negative ? -value : value, precision);
        StringBuilder text = new StringBuilder();
        text.append(negative ? "-" : plus ? "+" : "").append(digits);
        int point = text.indexOf(".");
        if (point < 0 && precision > 0) {
            point = text.length();
            text.append('.');
        }
        while (precision > 0 && text.length() - point <= precision) {
            text.append('0');
        }
        return text.toString();
    }

    /** Refused. */
    private static native void unusualFormat();
}
