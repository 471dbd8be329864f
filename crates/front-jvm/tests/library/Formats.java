import java.text.ChoiceFormat;
import java.text.DecimalFormat;
import java.text.MessageFormat;
import java.text.NumberFormat;
import java.util.Arrays;
import java.util.Formatter;
import java.util.GregorianCalendar;
import java.util.IllegalFormatException;
import java.util.Locale;
import java.util.TimeZone;

/** Texts made of patterns, with what is written differently in each country. */
public class Formats {
    public static void main(String[] args) {
        System.out.println(NumberFormat.getInstance(Locale.US).format(1234567.891));
        System.out.println(new DecimalFormat("#,##0.00").format(1234.5));
        numbers();
        texts();
        dates();
        wrong();
        messages();
        locales();
    }

    static void numbers() {
        System.out.println(String.format(Locale.ROOT, "%d|%5d|%-5d|%05d|%+d|%,d|%(d|%x|%X|%#x|%o|%#o", 42, 42, 42, 42, 42,
            1234567, -7, 255, 255, 255, 8, 8));
        System.out.println(String.format("%f|%.2f|%10.3f|%-10.1f|%e|%.3E|%g|%a|%,.2f|%(.1f", 1.5, 2.345, -3.14159, 2.25, 12345.678,
            0.00012, 0.0001, 1.0, 9876543.21, -1.25));
        System.out.println(String.format("%f %e %s %.1f", Double.NaN, Double.POSITIVE_INFINITY, -0.0, 0.05));
        System.out.println(String.format("%d %x %s", new java.math.BigInteger("123456789012345678901"), Long.MIN_VALUE,
            new java.math.BigDecimal("1.50")));
        System.out.println(String.format(Locale.GERMANY, "%,.2f %,d", 1234567.891, 1234567));
    }

    static void texts() {
        System.out.println(String.format("%s|%10s|%-10s|%.3s|%S|%c|%C|%b|%B|%h|%%|%n", "text", "right", "left", "cut off", "loud",
            'c', 'd', true, null, "hash").trim());
        System.out.println(String.format("%2$s %1$s %<s %s", "one", "two"));
        System.out.println(String.format("%s %s", Arrays.asList(1, 2), null));
        StringBuilder into = new StringBuilder("so ");
        try (Formatter formatter = new Formatter(into)) {
            formatter.format("%d of %d", 1, 2).format(", %s", "and more");
        }
        System.out.println(into);
        System.out.printf("%-8s|%8.3f%n", "name", Math.PI);
    }

    static void dates() {
        GregorianCalendar at = new GregorianCalendar(TimeZone.getTimeZone("UTC"));
        at.setTimeInMillis(1_000_000_000_000L);
        System.out.println(String.format(Locale.ROOT, "%tY-%<tm-%<td %<tH:%<tM:%<tS.%<tL %<tj %<tp %<tI %<te", at));
        System.out.println(String.format(Locale.US, "%tA %<tB %<ta %<tb %<tD %<tR", at));
    }

    static void wrong() {
        Object[][] calls = {{"%d", "text"}, {"%q", 1}, {"%s %s", "one"}, {"%-d", 1}, {"%.2d", 1}, {"%c", "text"}, {"%05s", "a"}, {"%", 1}};
        for (Object[] call : calls) {
            try {
                System.out.println(String.format((String) call[0], call[1]));
            } catch (IllegalFormatException e) {
                System.out.println(e);
            }
        }
    }

    static void messages() {
        System.out.println(MessageFormat.format("{0} has {1,number,integer} of {2}", "x", 1234, "y"));
        System.out.println(MessageFormat.format("It''s {1,number,#.##} '{0}' {0}", 1, 2.345));
        System.out.println(MessageFormat.format("{0,choice,0#none|1#one|1<many {0}}", 5));
        System.out.println(new ChoiceFormat("0#none|1#one|2#two").format(1));
        System.out.println(new MessageFormat("{0} and {1}").toPattern());
    }

    static void locales() {
        System.out.println(Locale.GERMANY + " " + Locale.FRANCE.getCountry() + " " + Locale.forLanguageTag("en-GB").getLanguage());
        System.out.println("TITLE".toLowerCase(Locale.ROOT) + "title".toUpperCase(Locale.ROOT));
        System.out.println(Locale.US.equals(new Locale("en", "US")) + " " + Locale.US.toLanguageTag());
    }
}
