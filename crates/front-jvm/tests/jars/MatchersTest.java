import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.*;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.Test;

public class MatchersTest {
    @Test
    public void simple() {
        assertThat(1 + 1, is(2));
        assertThat("commute", allOf(startsWith("com"), containsString("mut"), not(endsWith("x"))));
        assertThat(List.of(1, 2, 3), hasItem(2));
        assertThat(List.of(1, 2, 3), hasSize(3));
        assertThat(5, greaterThan(4));
        assertThat(null, nullValue());
    }

    @Test
    public void describesMismatch() {
        assertThat("value", 1, equalTo(2));
    }

    @Test
    public void sharedMap() throws Exception {
        Map<String, Integer> map = new ConcurrentHashMap<>();
        Thread t = new Thread(() -> map.merge("k", 1, Integer::sum));
        t.start();
        map.merge("k", 1, Integer::sum);
        t.join();
        assertThat(map, hasEntry("k", 2));
    }

    @Test
    public void lost() throws Exception {
        Map<String, Integer> map = new ConcurrentHashMap<>();
        map.put("k", 0);
        Runnable add = () -> map.put("k", map.get("k") + 1);
        Thread t = new Thread(add);
        t.start();
        add.run();
        t.join();
        assertThat(map.get("k"), is(2));
    }
}
