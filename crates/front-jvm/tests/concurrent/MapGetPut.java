// get, then put. Expected: the assertion fails.
import java.util.concurrent.ConcurrentHashMap;
public class MapGetPut {
    static final ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
    static void work() { Integer old = map.get("k"); map.put("k", old == null ? 1 : old + 1); }
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(MapGetPut::work);
        t.start(); work(); t.join();
        assert map.get("k") == 2;
    }
}
