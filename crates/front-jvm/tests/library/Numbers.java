import java.text.DecimalFormat;
import java.text.MessageFormat;
import java.text.NumberFormat;
import java.util.Locale;

public class Numbers {
    public static void main(String[] args) {
        System.out.println(NumberFormat.getInstance(Locale.US).format(1234567.891));
        System.out.println(new DecimalFormat("#,##0.00").format(1234.5));
        System.out.println(NumberFormat.getPercentInstance(Locale.US).format(0.25));
        System.out.println(MessageFormat.format("{0} is {1}, {0}", "a", 5));
    }
}
