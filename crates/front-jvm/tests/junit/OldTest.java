import org.junit.After;
import org.junit.Before;
import org.junit.Ignore;
import org.junit.Test;

/** In the style of JUnit 4. */
public class OldTest {
    private int count = 5;
    private boolean cleaned;

    @Before public void reset() { count = 0; }

    @After public void clean() { cleaned = true; }

    private synchronized void locked() { count++; }

    @Test public void keepsCount() throws InterruptedException {
        Thread t = new Thread(this::locked);
        t.start(); locked(); t.join();
        assert count == 2 && !cleaned;
    }

    @Test public void losesCount() throws InterruptedException {
        Thread t = new Thread(() -> count++);
        t.start(); count++; t.join();
        assert count == 2;
    }

    @Test(expected = IllegalStateException.class) public void fails() { throw new IllegalStateException("wanted"); }

    @Test(expected = IllegalStateException.class) public void shouldFail() { count++; }

    @Ignore @Test public void off() { throw new IllegalStateException("not wanted"); }
}
