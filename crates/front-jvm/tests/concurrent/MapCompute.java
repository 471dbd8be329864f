// computeIfAbsent makes one value for all. Expected: holds.
import java.util.concurrent.ConcurrentHashMap;
public class MapCompute {
    static final ConcurrentHashMap<Integer, Object> map = new ConcurrentHashMap<>();
    public static void main(String[] args) throws InterruptedException {
        Object[] other = new Object[1];
        Thread t = new Thread(() -> other[0] = map.computeIfAbsent(1, k -> new Object()));
        t.start(); Object mine = map.computeIfAbsent(1, k -> new Object()); t.join();
        assert mine == other[0];
    }
}
