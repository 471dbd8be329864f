import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** No test of it is wanted, nor of a class in it. */
@Disabled
class OffTest {
    @Test void later() { throw new IllegalStateException(); }

    @Nested class Inner {
        @Test void later() { throw new IllegalStateException(); }
    }
}
