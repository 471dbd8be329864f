import java.time.*;
import java.time.temporal.ChronoUnit;

public class Clocks {
    static void p(Object o) {
        System.out.println(o);
    }

    public static void main(String[] args) {
        Instant a = Instant.ofEpochSecond(1709251198L, 123456789);
        Clock fixed = Clock.fixed(a, ZoneOffset.UTC);
        Clock later = Clock.offset(fixed, Duration.ofSeconds(2));
        p(fixed.millis() + " " + later.instant().getEpochSecond() + " " + Clock.offset(fixed, Duration.ZERO).equals(fixed));
        p(Clock.tick(fixed, Duration.ofMillis(100)).instant().getNano() + " " + Clock.tick(fixed, Duration.ofMinutes(1)).millis());
        p(a.plus(1, ChronoUnit.DAYS).getEpochSecond() + " " + a.minusNanos(123456790).getNano() + " " + a.until(a.plusMillis(1500), ChronoUnit.SECONDS));
        p(Duration.between(a, a.minusSeconds(90)) + " " + Duration.ofSeconds(-1, 1) + " " + Duration.ofSeconds(3661).toMinutesPart());
        p(Duration.ofDays(1).plusNanos(1).compareTo(Duration.ofHours(24)) + " " + a.isAfter(Instant.EPOCH) + " " + a.equals(later.instant().minusSeconds(2)));
        try {
            Instant.MAX.plusSeconds(1);
        } catch (DateTimeException e) {
            p(e.getMessage());
        }
        try {
            Duration.ofSeconds(Long.MAX_VALUE).plusSeconds(1);
        } catch (ArithmeticException e) {
            p(e.getMessage());
        }
    }
}
