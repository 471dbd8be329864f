// get and then put of a ConcurrentHashMap. Expected: the assertion fails.
import java.util.concurrent.ConcurrentHashMap;
public class MapRace {
    static final ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>();
    static void add() { Integer old = map.get("k"); map.put("k", old == null ? 1 : old + 1); }
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(MapRace::add);
        t.start(); add(); t.join();
        assert map.get("k") == 2;
    }
}
