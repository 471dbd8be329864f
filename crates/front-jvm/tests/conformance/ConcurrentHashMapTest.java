import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

class ConcurrentHashMapTest extends ConcurrentMapContract {
    ConcurrentMap<Integer, String> make() { return new ConcurrentHashMap<>(); }
    static ConcurrentHashMap<Integer, Integer> squares(int n) { ConcurrentHashMap<Integer, Integer> m = new ConcurrentHashMap<>(); for (int i = 1; i <= n; i++) { m.put(i, i * i); } return m; }

    @Test void constructorsCheckArguments() { raises(IllegalArgumentException.class, () -> new ConcurrentHashMap<>(-1)); raises(IllegalArgumentException.class, () -> new ConcurrentHashMap<>(1, 0f)); raises(IllegalArgumentException.class, () -> new ConcurrentHashMap<>(1, 1f, 0)); raises(NullPointerException.class, () -> new ConcurrentHashMap<>(null)); }
    @Test void constructorCopies() { ConcurrentHashMap<Integer, Integer> m = new ConcurrentHashMap<>(squares(3)); eq(3, m.size()); eq(9, m.get(3)); }
    @Test void mappingCountCounts() { eq(3, squares(3).mappingCount()); }
    @Test void containsIsOfValues() { yes(squares(3).contains(9)); no(squares(3).contains(3)); }
    @Test void enumerations() { Enumeration<Integer> k = squares(2).keys(), v = squares(2).elements(); eq(3, k.nextElement() + k.nextElement()); no(k.hasMoreElements()); eq(5, v.nextElement() + v.nextElement()); no(v.hasMoreElements()); }
    @Test void growsAndShrinks() { ConcurrentHashMap<Integer, Integer> m = squares(40); eq(40, m.size()); for (int i = 1; i <= 40; i++) { eq(i * i, m.get(i)); } for (int i = 1; i <= 40; i++) { m.remove(i); } yes(m.isEmpty()); }
    @Test void collidingKeys() { ConcurrentHashMap<Object, Integer> m = new ConcurrentHashMap<>(); for (int i = 0; i < 12; i++) { m.put((long) i << 32 | i, i); } eq(12, m.size()); for (int i = 0; i < 12; i++) { eq(i, m.get((long) i << 32 | i)); } }
    @Test void forEachWithThreshold() { List<Integer> seen = Collections.synchronizedList(new ArrayList<>()); squares(3).forEach(Long.MAX_VALUE, (k, v) -> seen.add(v)); eq(3, seen.size()); yes(seen.contains(9)); }
    @Test void forEachTransformed() { List<Integer> seen = new ArrayList<>(); squares(3).forEach(Long.MAX_VALUE, (k, v) -> k == 2 ? null : v, seen::add); eq(2, seen.size()); no(seen.contains(4)); }
    @Test void forEachKeyAndValue() { int[] sum = new int[2]; squares(3).forEachKey(Long.MAX_VALUE, k -> sum[0] += k); squares(3).forEachValue(Long.MAX_VALUE, v -> sum[1] += v); eq(6, sum[0]); eq(14, sum[1]); }
    @Test void searchFindsOrNot() { eq(4, squares(3).search(Long.MAX_VALUE, (k, v) -> k == 2 ? v : null)); eq(null, squares(3).search(Long.MAX_VALUE, (k, v) -> null)); eq(3, squares(3).searchKeys(Long.MAX_VALUE, k -> k > 2 ? k : null)); eq(9, squares(3).searchValues(Long.MAX_VALUE, v -> v > 4 ? v : null)); }
    @Test void reduceAddsUp() { eq(20, squares(3).reduce(Long.MAX_VALUE, (k, v) -> k + v, Integer::sum)); eq(6, squares(3).reduceKeys(Long.MAX_VALUE, Integer::sum)); eq(14, squares(3).reduceValues(Long.MAX_VALUE, Integer::sum)); eq(null, squares(0).reduceValues(Long.MAX_VALUE, Integer::sum)); }
    @Test void reduceToPrimitives() { eq(14L, squares(3).reduceValuesToLong(Long.MAX_VALUE, v -> v, 0, Long::sum)); eq(6, squares(3).reduceKeysToInt(Long.MAX_VALUE, k -> k, 0, Integer::sum)); eq(20, squares(3).reduceToInt(Long.MAX_VALUE, (k, v) -> k + v, 0, Integer::sum)); }
    @Test void recursiveComputeRaises() { ConcurrentHashMap<Integer, Integer> m = new ConcurrentHashMap<>(); raises(IllegalStateException.class, () -> m.computeIfAbsent(1, k -> m.computeIfAbsent(1, j -> 2))); }
    @Test void computeIfAbsentIsAtomic() throws Exception { ConcurrentHashMap<Integer, Integer> m = new ConcurrentHashMap<>(); int[] calls = new int[1]; Thread t = go(() -> m.computeIfAbsent(1, k -> ++calls[0])); m.computeIfAbsent(1, k -> ++calls[0]); t.join(); eq(1, m.get(1)); eq(1, calls[0]); }
    @Test void computeIsAtomic() throws Exception { ConcurrentHashMap<Integer, Integer> m = squares(1); Thread t = go(() -> m.compute(1, (k, v) -> v + 1)); m.compute(1, (k, v) -> v + 1); t.join(); eq(3, m.get(1)); }
    @Test void keySetWithDefaultValueAdds() { ConcurrentHashMap<Integer, Integer> m = squares(1); ConcurrentHashMap.KeySetView<Integer, Integer> s = m.keySet(7); yes(s.add(2)); no(s.add(1)); eq(7, m.get(2)); eq(1, m.get(1)); eq(7, s.getMappedValue()); same(m, s.getMap()); }
    @Test void keySetWithNullValueRaises() { raises(NullPointerException.class, () -> squares(1).keySet(null)); }
    @Test void manyEntriesInOneThread() { ConcurrentHashMap<Integer, Integer> m = squares(300); eq(300, m.size()); long sum = 0; for (int v : m.values()) { sum += v; } eq(300L * 301 * 601 / 6, sum); }
}
