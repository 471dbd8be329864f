import java.util.Comparator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.NoSuchElementException;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;

class ConcurrentSkipListMapTest extends ConcurrentMapContract {
    ConcurrentMap<Integer, String> make() { return new ConcurrentSkipListMap<>(); }
    static ConcurrentSkipListMap<Integer, String> odd() { ConcurrentSkipListMap<Integer, String> m = new ConcurrentSkipListMap<>(); m.put(5, "e"); m.put(1, "a"); m.put(3, "c"); return m; }

    @Test void firstAndLast() { eq(ONE, odd().firstKey()); eq(5, odd().lastKey()); eq("a", odd().firstEntry().getValue()); eq("e", odd().lastEntry().getValue()); }
    @Test void firstOfEmptyRaises() { raises(NoSuchElementException.class, () -> new ConcurrentSkipListMap<Integer, String>().firstKey()); raises(NoSuchElementException.class, () -> new ConcurrentSkipListMap<Integer, String>().lastKey()); eq(null, new ConcurrentSkipListMap<Integer, String>().firstEntry()); }
    @Test void neighbours() { ConcurrentSkipListMap<Integer, String> m = odd(); eq(ONE, m.lowerKey(3)); eq(THREE, m.floorKey(3)); eq(THREE, m.ceilingKey(3)); eq(5, m.higherKey(3)); eq(THREE, m.floorKey(4)); eq(5, m.ceilingKey(4)); eq(null, m.lowerKey(1)); eq(null, m.higherKey(5)); }
    @Test void neighbouringEntries() { ConcurrentSkipListMap<Integer, String> m = odd(); eq("a", m.lowerEntry(3).getValue()); eq("c", m.floorEntry(3).getValue()); eq("c", m.ceilingEntry(3).getValue()); eq("e", m.higherEntry(3).getValue()); eq(null, m.higherEntry(5)); }
    @Test void pollsEnds() { ConcurrentSkipListMap<Integer, String> m = odd(); eq(ONE, m.pollFirstEntry().getKey()); eq(5, m.pollLastEntry().getKey()); eq(1, m.size()); m.clear(); eq(null, m.pollFirstEntry()); eq(null, m.pollLastEntry()); }
    @Test void headMapIsAView() { ConcurrentSkipListMap<Integer, String> m = odd(); ConcurrentNavigableMap<Integer, String> h = m.headMap(3); eq("{1=a}", h.toString()); h.put(2, "b"); eq("b", m.get(2)); raises(IllegalArgumentException.class, () -> h.put(4, "d")); eq("{1=a, 2=b, 3=c}", m.headMap(3, true).toString()); }
    @Test void tailMapIsAView() { ConcurrentNavigableMap<Integer, String> t = odd().tailMap(3); eq("{3=c, 5=e}", t.toString()); eq("{5=e}", odd().tailMap(3, false).toString()); raises(IllegalArgumentException.class, () -> t.put(1, "d")); }
    @Test void subMapIsAView() { ConcurrentNavigableMap<Integer, String> s = odd().subMap(1, 5); eq("{1=a, 3=c}", s.toString()); eq(2, s.size()); eq("{3=c, 5=e}", odd().subMap(1, false, 5, true).toString()); raises(IllegalArgumentException.class, () -> odd().subMap(5, 1)); }
    @Test void descendingMap() { ConcurrentNavigableMap<Integer, String> d = odd().descendingMap(); eq("{5=e, 3=c, 1=a}", d.toString()); eq(5, d.firstKey()); eq(THREE, d.higherKey(5)); }
    @Test void descendingKeySet() { elements(odd().descendingKeySet(), 5, 3, 1); elements(odd().navigableKeySet(), 1, 3, 5); }
    @Test void keySetNavigates() { NavigableSet<Integer> s = odd().keySet(); eq(THREE, s.floor(4)); eq(ONE, s.pollFirst()); eq(5, s.last()); }
    @Test void comparatorOrders() { ConcurrentSkipListMap<Integer, String> m = new ConcurrentSkipListMap<>(Comparator.reverseOrder()); m.putAll(odd()); eq("{5=e, 3=c, 1=a}", m.toString()); eq(Comparator.reverseOrder(), m.comparator()); eq(null, odd().comparator()); }
    @Test void constructorCopies() { eq(odd(), new ConcurrentSkipListMap<>((Map<Integer, String>) odd())); eq(odd(), new ConcurrentSkipListMap<>((NavigableMap<Integer, String>) odd())); }
    @Test void cloneIsIndependent() { ConcurrentSkipListMap<Integer, String> m = odd(), c = m.clone(); c.remove(1); eq(3, m.size()); eq(2, c.size()); }
    @Test void whatCannotBeComparedRaises() { raises(ClassCastException.class, () -> new ConcurrentSkipListMap<Object, String>().put(new Object(), "a")); }
    @Test void entriesAreSnapshots() { ConcurrentSkipListMap<Integer, String> m = odd(); Map.Entry<Integer, String> e = m.firstEntry(); m.put(1, "z"); eq("a", e.getValue()); raises(UnsupportedOperationException.class, () -> e.setValue("y")); }
    @Test void pollFirstByTwo() throws Exception { ConcurrentSkipListMap<Integer, String> m = odd(); int[] got = new int[1]; Thread t = go(() -> got[0] = m.pollFirstEntry().getKey()); int mine = m.pollFirstEntry().getKey(); t.join(); eq(4, mine + got[0]); eq(1, m.size()); }
}
