import static org.junit.jupiter.api.Assertions.*;

import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.NullAndEmptySource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class ParametersTest {
    enum Level { LOW, MIDDLE, HIGH }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 5})
    void odd(int n) {
        assertEquals(1, n % 2);
    }

    @ParameterizedTest
    @CsvSource({"1, 2, 3", "4, 5, 10"})
    void sums(int a, int b, int sum) {
        assertEquals(sum, a + b);
    }

    @ParameterizedTest
    @CsvSource({"x, LOW", "'', HIGH", ", MIDDLE"})
    void texts(String text, Level level) {
        assertEquals(level == Level.MIDDLE, text == null);
        assertEquals(level == Level.HIGH, "".equals(text));
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"a", "b"})
    void present(String text) {
        assertNotNull(text);
    }

    @ParameterizedTest
    @NullAndEmptySource
    void absent(String text) {
        assertTrue(text == null || text.isEmpty());
    }

    @ParameterizedTest
    @EnumSource(Level.class)
    void levels(Level level) {
        assertTrue(level.ordinal() < 3);
    }

    @ParameterizedTest
    @EnumSource(value = Level.class, names = "HIGH", mode = EnumSource.Mode.EXCLUDE)
    void low(Level level) {
        assertNotEquals(Level.MIDDLE, level);
    }

    @ParameterizedTest
    @EnumSource(names = {"SECONDS", "MINUTES"})
    void units(TimeUnit unit) {
        assertTrue(unit.toMillis(1) >= 1000);
    }

    static Stream<Arguments> pairs() {
        return Stream.of(Arguments.of("a", 1), Arguments.of("bb", 2));
    }

    @ParameterizedTest
    @MethodSource("pairs")
    void lengths(String text, int length) {
        assertEquals(length, text.length());
    }

    @Nested
    class Inner {
        @Test
        void seesOuter() {
            assertEquals("ParametersTest", ParametersTest.this.getClass().getSimpleName());
        }
    }
}
