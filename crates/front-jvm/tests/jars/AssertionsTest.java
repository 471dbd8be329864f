import static org.junit.jupiter.api.Assertions.*;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AssertionsTest {
    @Test
    void values() {
        assertEquals(1.0, 1.0 + 1e-12, 1e-9);
        assertEquals("a" + 1, "a1");
        assertNotEquals(1, 2);
        assertNull(null);
        assertSame(this, this);
        assertNotSame(new Object(), new Object());
        assertInstanceOf(String.class, (Object) "x");
        assertFalse(false);
    }

    @Test
    void collections() {
        assertArrayEquals(new int[] {1, 2}, new int[] {1, 2});
        assertArrayEquals(new String[][] {{"a"}, {"b"}}, new String[][] {{"a"}, {"b"}});
        assertIterableEquals(List.of(1, 2), List.of(1, 2));
        assertLinesMatch(List.of("one", "t.*"), List.of("one", "two"));
        assertEquals(Map.of("k", 1), Map.of("k", 1));
    }

    @Test
    void arraysDiffer() {
        assertArrayEquals(new int[] {1, 2}, new int[] {1, 3}, "arrays");
    }

    @Test
    void iterablesDiffer() {
        assertIterableEquals(List.of(1, 2), List.of(1, 2, 3));
    }

    @Test
    void allFail() {
        assertAll("group", () -> assertEquals(1, 2), () -> fail("second"));
    }

    @Test
    void nothingThrown() {
        assertThrows(IllegalStateException.class, () -> {});
    }

    @Test
    void inTime() {
        assertTimeout(Duration.ofSeconds(1), () -> {});
        assertEquals("r", assertTimeoutPreemptively(Duration.ofMillis(500), () -> "r"));
    }

    @Test
    void failsInTime() {
        assertTimeoutPreemptively(Duration.ofSeconds(1), () -> fail("inside"));
    }

    @Test
    void notHere() {
        assumeTrue(System.getenv("NOT_SET") != null, "only elsewhere");
        fail("not reached");
    }
}
