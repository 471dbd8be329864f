package commute.rt;

import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.PrintStream;
import java.util.Formattable;
import java.util.Formatter;
import java.util.Locale;
import java.util.MissingFormatArgumentException;
import jdk.internal.math.FormattedFPDecimal;
import jdk.internal.math.FormattedFloatingDecimal;

/** {@link String#format}: what is usual in few instructions, all else by the JDK's own formatter, which is much larger. */
final class Format {
    private Format() {
    }

    /** {@link PrintStream#format(String, Object...)}: what is usual is written at once. */
    static PrintStream format(PrintStream to, String format, Object[] args) {
        Object[] own = args == null ? null : args.clone();
        if (!isUsual(format, own)) {
            return to.format(Locale.US, format, own);
        }
        to.print(format(format, own));
        return to;
    }

    /** {@link PrintWriter#format(String, Object...)}. */
    static PrintWriter format(PrintWriter to, String format, Object[] args) {
        Object[] own = args == null ? null : args.clone();
        if (!isUsual(format, own)) {
            return to.format(Locale.US, format, own);
        }
        to.print(format(format, own));
        return to;
    }

    /** {@link String#format(String, Object...)}. */
    static String format(String format, Object[] args) {
        Object[] own = args == null ? null : args.clone();
        if (!isUsual(format, own)) {
            return new Formatter().format(format, own).toString();
        }
        StringBuilder out = new StringBuilder();
        usual(out, format, own);
        return out.toString();
    }

    /** {@link PrintStream#format(String, Object...)}: what comes before something wrong is printed. */
    static PrintStream printFormat(PrintStream stream, String format, Object[] args) {
        Object[] own = args == null ? null : args.clone();
        if (!isUsual(format, own)) {
            return print(stream, new Formatter(), format, own);
        }
        StringBuilder out = new StringBuilder();
        try {
            usual(out, format, own);
        } finally {
            stream.print(out.toString());
        }
        return stream;
    }

    /** The same in a language. */
    static PrintStream printFormat(PrintStream stream, Locale locale, String format, Object[] args) {
        return print(stream, new Formatter(locale), format, args);
    }

    private static PrintStream print(PrintStream stream, Formatter formatter, String format, Object[] args) {
        try {
            formatter.format(format, args);
        } finally {
            stream.print(formatter.toString());
        }
        return stream;
    }

    /** Whether all directives are usual ones, and so are their arguments. */
    private static boolean isUsual(String format, Object[] args) {
        int next = 0;
        for (int i = 0; i < format.length();) {
            if (format.charAt(i) != '%') {
                i++;
                continue;
            }
            Directive directive = new Directive(format, i);
            if (!directive.isUsual()) {
                return false;
            }
            // Without an array everything is null; that there are too few is told when what comes before is written.
            boolean isThere = args == null || next < args.length;
            if (directive.takes() && isThere && !directive.fits(args == null ? null : args[next++])) {
                return false;
            }
            i = directive.end;
        }
        return true;
    }

    private static void usual(StringBuilder out, String format, Object[] args) {
        int next = 0;
        for (int i = 0; i < format.length();) {
            char c = format.charAt(i);
            if (c != '%') {
                out.append(c);
                i++;
                continue;
            }
            Directive directive = new Directive(format, i);
            if (directive.takes()) {
                if (args != null && next >= args.length) {
                    throw new MissingFormatArgumentException(format.substring(i, directive.end));
                }
                Object arg = args == null ? null : args[next++];
                String text = one(directive.conversion, arg, directive.precision, directive.plus);
                pad(out, text, directive.width, directive.left, directive.zero && arg != null);
            } else {
                out.append(directive.conversion == 'n' ? '\n' : '%');
            }
            i = directive.end;
        }
    }

    /** What stands between a percent sign and the letter that says what is written. */
    private static final class Directive {
        boolean left;
        boolean zero;
        boolean plus;
        /** Whether a flag is there twice. */
        private boolean twice;
        int width;
        int precision = -1;
        char conversion;
        /** Where the text goes on. */
        int end;

        Directive(String format, int start) {
            int i = start + 1;
            char c = at(format, i++);
            while (c == '-' || c == '0' || c == '+') {
                twice |= c == '-' && left || c == '0' && zero || c == '+' && plus;
                left |= c == '-';
                zero |= c == '0';
                plus |= c == '+';
                c = at(format, i++);
            }
            while (c >= '0' && c <= '9' && width <= 1000) {
                width = 10 * width + c - '0';
                c = at(format, i++);
            }
            if (c == '.') {
                // A point without a number after it is wrong.
                precision = at(format, i) >= '0' && at(format, i) <= '9' ? 0 : 1001;
                c = at(format, i++);
                while (c >= '0' && c <= '9' && precision <= 1000) {
                    precision = 10 * precision + c - '0';
                    c = at(format, i++);
                }
            }
            conversion = c;
            end = i;
        }

        /** Whether it is for an argument. */
        boolean takes() {
            return conversion != 'n' && conversion != '%';
        }

        boolean isUsual() {
            if (twice || width > 1000 || precision > 1000 || (left || zero) && width == 0 || left && zero) {
                return false;
            }
            switch (conversion) {
                case 'n':
                case '%':
                    return !left && !zero && !plus && width == 0 && precision < 0;
                case 's':
                    return !zero && !plus;
                case 'b':
                case 'c':
                    return !zero && !plus && precision < 0;
                case 'd':
                    return precision < 0;
                case 'x':
                    return !plus && precision < 0;
                case 'f':
                    return true;
                default:
                    return false;
            }
        }

        /** Whether it is usual for this argument. */
        boolean fits(Object arg) {
            if (arg == null) {
                return conversion != 'f' || precision < 0;
            }
            switch (conversion) {
                case 's':
                    return !(arg instanceof Formattable);
                case 'b':
                    return true;
                case 'c':
                    return arg instanceof Character;
                case 'd':
                    return arg instanceof Integer || arg instanceof Long || arg instanceof Short || arg instanceof Byte;
                case 'x':
                    return arg instanceof Integer || arg instanceof Long;
                default:
                    return (arg instanceof Double || arg instanceof Float) && Double.isFinite(((Number) arg).doubleValue());
            }
        }

        /** A character, or one that means nothing behind the end. */
        private static char at(String text, int index) {
            return index >= text.length() ? '\0' : text.charAt(index);
        }
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
        if (conversion == 's') {
            String text = String.valueOf(arg);
            return precision >= 0 && precision < text.length() ? text.substring(0, precision) : text;
        }
        if (conversion == 'b') {
            return arg instanceof Boolean ? arg.toString() : arg == null ? "false" : "true";
        }
        if (arg == null) {
            return "null";
        }
        if (conversion == 'f') {
            return fixedPoint(((Number) arg).doubleValue(), precision < 0 ? 6 : precision, plus);
        }
        if (conversion == 'x') {
            return arg instanceof Integer ? Integer.toHexString((Integer) arg) : Long.toHexString((Long) arg);
        }
        String text = arg.toString();
        return plus && text.charAt(0) != '-' ? "+" + text : text;
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
}
