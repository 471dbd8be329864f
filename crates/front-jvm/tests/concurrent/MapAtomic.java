// putIfAbsent and merge. Expected: holds.
import java.util.concurrent.ConcurrentHashMap;
public class MapAtomic {
    static final ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> map.merge("k", 1, Integer::sum));
        t.start(); map.merge("k", 1, Integer::sum); t.join();
        assert map.get("k") == 2 && map.size() == 1;
    }
}
