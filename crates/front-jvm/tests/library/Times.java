import java.time.Duration;
import java.time.LocalDate;

public class Times {
    public static void main(String[] args) {
        Duration d = Duration.ofMinutes(90).plusMillis(5);
        System.out.println(d.toMillis() + " " + d.toHours() + " " + d.compareTo(Duration.ofHours(2)) + " " + d.multipliedBy(3).getSeconds());
        System.out.println(d.isNegative() + " " + d.equals(Duration.ofMillis(5400005)) + " " + d.minusSeconds(1).getNano() + " " + d);
        LocalDate day = LocalDate.of(2024, 2, 28);
        System.out.println(day.plusDays(2) + " " + day.isLeapYear() + " " + day.withMonth(5) + " " + day.getDayOfYear());
        System.out.println(day.plusMonths(13) + " " + day.lengthOfMonth() + " " + day.isBefore(LocalDate.of(2025, 1, 1)));
    }
}
