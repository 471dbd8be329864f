import java.util.*;
import java.util.function.Function;
public class ReadMostlyCache<K, V> {
    private volatile Map<K, V> snapshot = Collections.emptyMap();
    private final Function<? super K, ? extends V> loader;
    private int loads;
    ReadMostlyCache(Function<? super K, ? extends V> loader) { this.loader = loader; }
    V get(K key) {
        V v = snapshot.get(key);
        if (v == null) {
            synchronized (this) {
                v = snapshot.get(key);
                if (v == null) {
                    v = loader.apply(key);
                    loads++;
                    Map<K, V> copy = new HashMap<>(snapshot);
                    copy.put(key, v);
                    snapshot = copy;
                }
            }
        }
        return v;
    }
    public static void main(String[] args) throws Exception {
        ReadMostlyCache<String, Integer> cache = new ReadMostlyCache<>(String::length);
        Runnable client = () -> {
            int a = cache.get("alpha");
            int b = cache.get("beta");
            if (a + b != 9) throw new IllegalStateException();
        };
        Thread x = new Thread(client), y = new Thread(client);
        x.start(); y.start(); x.join(); y.join();
        if (cache.loads != 2) throw new AssertionError("loaded " + cache.loads + " times");
    }
}
