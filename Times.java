import java.time.*;
import java.time.temporal.*;

public class Times {
    public static void main(String[] args) {
        Duration d = Duration.ofMinutes(90).plusMillis(5);
        System.out.println(d + " " + d.toMillis() + " " + d.toHours() + " " + d.compareTo(Duration.ofHours(2)) + " " + d.multipliedBy(3) + " " + d.isNegative());
        System.out.println(Duration.parse("PT8H6M12.345S").getSeconds() + " " + Duration.between(Instant.EPOCH, Instant.ofEpochSecond(61, 5)));
        LocalDate day = LocalDate.of(2024, 2, 28);
        System.out.println(day.plusDays(2) + " " + day.getDayOfWeek() + " " + day.isLeapYear() + " " + day.withMonth(5) + " " + ChronoUnit.DAYS.between(day, LocalDate.of(2025, 1, 1)));
        System.out.println(day.plusMonths(13) + " " + day.lengthOfMonth() + " " + day.getDayOfYear() + " " + Period.between(day, LocalDate.of(2025, 3, 1)));
        LocalTime time = LocalTime.of(23, 59, 58);
        System.out.println(time.plusSeconds(3) + " " + time.minusHours(5) + " " + time.toSecondOfDay());
        LocalDateTime both = LocalDateTime.of(day, time);
        System.out.println(both.plusSeconds(2) + " " + both.toLocalDate() + " " + both.truncatedTo(ChronoUnit.HOURS));
        System.out.println(Instant.ofEpochMilli(1_700_000_000_123L) + " " + Instant.EPOCH.plus(1, ChronoUnit.DAYS));
        System.out.println(both.atOffset(ZoneOffset.ofHours(2)).toInstant() + " " + Year.of(2000).isLeap() + " " + DayOfWeek.MONDAY.plus(9) + " " + Month.MARCH.maxLength());
        try { LocalDate.of(2023, 2, 29); } catch (DateTimeException e) { System.out.println(e.getMessage()); }
    }
}
