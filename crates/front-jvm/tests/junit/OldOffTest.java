import org.junit.Ignore;
import org.junit.Test;

@Ignore
public class OldOffTest {
    @Test public void later() { throw new IllegalStateException(); }
}
