import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

class KeySetViewTest extends SetContract {
    Set<Integer> make() { return ConcurrentHashMap.newKeySet(); }

    @Test void newKeySetWithSize() { Set<Integer> s = ConcurrentHashMap.newKeySet(5); yes(s.add(1)); raises(IllegalArgumentException.class, () -> ConcurrentHashMap.newKeySet(-1)); }
    @Test void nullsRaise() { raises(NullPointerException.class, () -> make().add(null)); raises(NullPointerException.class, () -> make().contains(null)); raises(NullPointerException.class, () -> make().remove(null)); }
    @Test void hasTrueAsValue() { ConcurrentHashMap.KeySetView<Integer, Boolean> s = ConcurrentHashMap.newKeySet(); s.add(1); eq(true, s.getMap().get(1)); eq(true, s.getMappedValue()); }
    @Test void iteratorRemoves() { Set<Integer> s = with(1, 2); Iterator<Integer> at = s.iterator(); at.next(); at.remove(); elements(s, 2); }
}
