import java.text.DecimalFormat;
import java.text.NumberFormat;
import java.util.Locale;

public class Numbers {
    public static void main(String[] args) {
        System.out.println(NumberFormat.getInstance(Locale.US).format(1234567.891));
        System.out.println(new DecimalFormat("#,##0.00").format(1234.5));
    }
}
