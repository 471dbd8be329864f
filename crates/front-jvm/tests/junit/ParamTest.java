import java.util.stream.*;
import org.junit.jupiter.api.*;
import org.junit.jupiter.params.*;
import org.junit.jupiter.params.provider.*;

/** Tests with arguments, inner classes, repetitions. */
class ParamTest {
    int base = 1;

    @ParameterizedTest @ValueSource(ints = {1, 2, 3}) void positive(int n) { assert n > 0; }

    @ParameterizedTest @ValueSource(strings = {"a", "bc"}) void single(String text) { assert text.length() == 1; }

    @ParameterizedTest @CsvSource({"1, one", "2, 'two, too'"}) void named(long n, String name) {
        assert n == 1 ? name.equals("one") : name.equals("two, too");
    }

    static Stream<Arguments> sums() { return Stream.of(Arguments.of(1, 2, 3L), Arguments.of(2, 2, 5L)); }

    @ParameterizedTest @MethodSource("sums") void adds(int a, int b, long sum) { assert a + b == sum; }

    static int[] evens() { return new int[] {0, 2}; }

    @ParameterizedTest @MethodSource("evens") void even(int n) { assert n % 2 == 0; }

    @ParameterizedTest @EnumSource(Thread.State.class) void other(Thread.State state) { }

    @TestFactory Object made() { return null; }

    @RepeatedTest(10) @Timeout(5) void again() throws InterruptedException {
        Thread t = new Thread(() -> base++);
        t.start();
        t.join();
        assert base == 2;
    }

    @Test void raises() {
        Exception e = Assertions.assertThrows(ArithmeticException.class, () -> System.out.println(1 / (base - 1)));
        assert e != null;
        Assertions.assertThrows(NullPointerException.class, () -> { throw new IllegalStateException(); });
    }

    @Nested class Inner {
        int own;

        @BeforeEach void before() { own = base + 1; }

        @AfterEach void after() { assert own == 2; }

        @Test void sees() { assert own == 2; }

        @Test void changes() { own++; }
    }
}
