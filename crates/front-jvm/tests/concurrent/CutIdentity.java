// Fields of library classes that are not translated are the objects that they are.
import java.util.Locale;

public class CutIdentity {
    public static void main(String[] args) {
        assert Locale.CHINA == Locale.PRC && Locale.ENGLISH != Locale.ROOT && Locale.US != null;
        assert java.time.LocalTime.MIDNIGHT == java.time.LocalTime.MIN;
        assert java.math.BigInteger.ONE != (Object) java.math.BigInteger.TEN;
        assert "IJ".toLowerCase(Locale.ENGLISH).equals("ij");
        assert java.io.File.separatorChar == '/' && java.io.File.pathSeparator.equals(":");
        assert java.time.DayOfWeek.MONDAY != java.time.DayOfWeek.SUNDAY;
    }
}
