import org.junit.jupiter.api.*;

/** In the style of JUnit 5. */
class NewTest {
    static int all;
    int each;

    @BeforeAll static void once() { all = 1; }

    @BeforeEach void before() { each = all + 1; }

    @Test void sees() { assert all == 1 && each == 2; }

    @Test void asks() { Thread.getAllStackTraces(); }

    @Disabled @Test void off() { throw new IllegalStateException(); }
}
