import static org.junit.Assert.*;
import static org.junit.Assume.assumeTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;

public class OldStyleTest {
    private List<Integer> list;

    @Before
    public void setUp() {
        list = Collections.synchronizedList(new ArrayList<>());
    }

    @After
    public void tearDown() {
        list.clear();
    }

    @Test
    public void bothAreAdded() throws Exception {
        Thread t = new Thread(() -> list.add(1));
        t.start();
        list.add(2);
        t.join();
        assertEquals(2, list.size());
        assertTrue(list.contains(1));
    }

    @Test
    public void order() throws Exception {
        Thread t = new Thread(() -> list.add(1));
        t.start();
        list.add(2);
        t.join();
        assertEquals("first", Integer.valueOf(1), list.get(0));
    }

    @Test(expected = IndexOutOfBoundsException.class)
    public void outside() {
        list.get(3);
    }

    @Test(expected = IllegalStateException.class)
    public void notRaised() {
        list.add(1);
    }

    @Test
    public void strings() {
        assertEquals("texts", "abc", "ab" + "c");
        assertArrayEquals(new Object[] {"x"}, new Object[] {"x"});
        assertThrows(ArithmeticException.class, () -> list.add(1 / list.size()));
    }

    @Test
    public void differ() {
        assertEquals("expected this", "that");
    }

    @Test
    public void elsewhere() {
        assumeTrue(false);
        fail();
    }
}
