import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.TimeUnit;

class TimeUnitTest extends T {
    static final long MAX = Long.MAX_VALUE;
    static final long MIN = Long.MIN_VALUE;

    @Test void toNanos() { eq(1, TimeUnit.NANOSECONDS.toNanos(1)); eq(1000, TimeUnit.MICROSECONDS.toNanos(1)); eq(1000000, TimeUnit.MILLISECONDS.toNanos(1)); eq(1000000000L, TimeUnit.SECONDS.toNanos(1)); eq(86400000000000L, TimeUnit.DAYS.toNanos(1)); }
    @Test void toMicros() { eq(1, TimeUnit.NANOSECONDS.toMicros(1999)); eq(60000000, TimeUnit.MINUTES.toMicros(1)); }
    @Test void toMillis() { eq(0, TimeUnit.MICROSECONDS.toMillis(999)); eq(3600000, TimeUnit.HOURS.toMillis(1)); eq(-1, TimeUnit.MICROSECONDS.toMillis(-1999)); }
    @Test void toSeconds() { eq(1, TimeUnit.MILLISECONDS.toSeconds(1999)); eq(86400, TimeUnit.DAYS.toSeconds(1)); }
    @Test void toMinutes() { eq(1, TimeUnit.SECONDS.toMinutes(119)); eq(120, TimeUnit.HOURS.toMinutes(2)); }
    @Test void toHours() { eq(1, TimeUnit.MINUTES.toHours(119)); eq(48, TimeUnit.DAYS.toHours(2)); }
    @Test void toDays() { eq(1, TimeUnit.HOURS.toDays(47)); eq(5, TimeUnit.DAYS.toDays(5)); }
    @Test void saturates() { eq(MAX, TimeUnit.SECONDS.toNanos(MAX)); eq(MIN, TimeUnit.SECONDS.toNanos(MIN)); eq(MAX, TimeUnit.DAYS.toMillis(MAX / 2)); eq(MIN, TimeUnit.DAYS.toMillis(MIN / 2)); }
    @Test void convertDown() { eq(2000, TimeUnit.MILLISECONDS.convert(2, TimeUnit.SECONDS)); eq(120, TimeUnit.SECONDS.convert(2, TimeUnit.MINUTES)); }
    @Test void convertUp() { eq(2, TimeUnit.SECONDS.convert(2999, TimeUnit.MILLISECONDS)); eq(0, TimeUnit.DAYS.convert(23, TimeUnit.HOURS)); }
    @Test void convertSame() { eq(5, TimeUnit.HOURS.convert(5, TimeUnit.HOURS)); }
    @Test void convertOfNullRaises() { raises(NullPointerException.class, () -> TimeUnit.HOURS.convert(1, (TimeUnit) null)); }
    @Test void convertDuration() { eq(2500, TimeUnit.MILLISECONDS.convert(Duration.ofMillis(2500))); eq(2, TimeUnit.SECONDS.convert(Duration.ofMillis(2500))); eq(-2, TimeUnit.SECONDS.convert(Duration.ofMillis(-2500))); }
    @Test void chronoUnits() { same(ChronoUnit.SECONDS, TimeUnit.SECONDS.toChronoUnit()); same(TimeUnit.DAYS, TimeUnit.of(ChronoUnit.DAYS)); raises(IllegalArgumentException.class, () -> TimeUnit.of(ChronoUnit.YEARS)); }
    @Test void valuesInOrder() { eq(7, TimeUnit.values().length); same(TimeUnit.NANOSECONDS, TimeUnit.values()[0]); same(TimeUnit.DAYS, TimeUnit.values()[6]); yes(TimeUnit.SECONDS.compareTo(TimeUnit.MINUTES) < 0); }
    @Test void valueOfName() { same(TimeUnit.SECONDS, TimeUnit.valueOf("SECONDS")); raises(IllegalArgumentException.class, () -> TimeUnit.valueOf("WEEKS")); raises(NullPointerException.class, () -> TimeUnit.valueOf(null)); }
    @Test void names() { eq("SECONDS", TimeUnit.SECONDS.name()); eq("DAYS", TimeUnit.DAYS.toString()); }
    @Test void sleepEnds() throws Exception { TimeUnit.MILLISECONDS.sleep(1); TimeUnit.MILLISECONDS.sleep(0); TimeUnit.MILLISECONDS.sleep(-1); }
    @Test void sleepIsInterruptedBefore() { interruptedBefore(() -> TimeUnit.SECONDS.sleep(1)); }
    @Test void timedJoinEnds() throws Exception { Thread t = go(() -> { }); TimeUnit.SECONDS.timedJoin(t, 1); t.join(); TimeUnit.SECONDS.timedJoin(t, 1); }
    @Test void timedWaitEnds() throws Exception { Object o = new Object(); synchronized (o) { TimeUnit.MILLISECONDS.timedWait(o, 1); } raises(IllegalMonitorStateException.class, () -> TimeUnit.MILLISECONDS.timedWait(o, 1)); }
}
