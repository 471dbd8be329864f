import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.concurrent.ConcurrentMap;

/** What java.util.concurrent.ConcurrentMap promises, of maps without nulls. */
abstract class ConcurrentMapContract extends T {
    abstract ConcurrentMap<Integer, String> make();

    ConcurrentMap<Integer, String> two() {
        ConcurrentMap<Integer, String> map = make();
        map.put(1, "a");
        map.put(2, "b");
        return map;
    }

    @Test void newOneIsEmpty() { yes(make().isEmpty()); eq(0, make().size()); eq(null, make().get(1)); no(make().keySet().iterator().hasNext()); }
    @Test void putGivesTheOldValue() { ConcurrentMap<Integer, String> m = make(); eq(null, m.put(1, "a")); eq("a", m.put(1, "b")); eq("b", m.get(1)); eq(1, m.size()); }
    @Test void getOrDefaultOfMissing() { eq("z", two().getOrDefault(3, "z")); eq("a", two().getOrDefault(1, "z")); }
    @Test void containsKeyAndValue() { ConcurrentMap<Integer, String> m = two(); yes(m.containsKey(1)); no(m.containsKey(3)); yes(m.containsValue("b")); no(m.containsValue("c")); }
    @Test void removeGivesTheValue() { ConcurrentMap<Integer, String> m = two(); eq("a", m.remove(1)); eq(null, m.remove(1)); eq(1, m.size()); }
    @Test void removeOfAPair() { ConcurrentMap<Integer, String> m = two(); no(m.remove(1, "b")); yes(m.remove(1, "a")); no(m.remove(1, "a")); no(m.containsKey(1)); }
    @Test void putIfAbsentKeepsTheFirst() { ConcurrentMap<Integer, String> m = two(); eq("a", m.putIfAbsent(1, "z")); eq(null, m.putIfAbsent(3, "c")); eq("a", m.get(1)); eq("c", m.get(3)); }
    @Test void replaceOfPresent() { ConcurrentMap<Integer, String> m = two(); eq("a", m.replace(1, "z")); eq(null, m.replace(3, "z")); eq("z", m.get(1)); no(m.containsKey(3)); }
    @Test void replaceOfAPair() { ConcurrentMap<Integer, String> m = two(); yes(m.replace(1, "a", "z")); no(m.replace(1, "a", "y")); eq("z", m.get(1)); no(m.replace(9, "a", "b")); }
    @Test void replaceAllReplaces() { ConcurrentMap<Integer, String> m = two(); m.replaceAll((k, v) -> v + k); eq("a1", m.get(1)); eq("b2", m.get(2)); }
    @Test void computeIfAbsentComputesOnce() { ConcurrentMap<Integer, String> m = two(); eq("c", m.computeIfAbsent(3, k -> "c")); eq("a", m.computeIfAbsent(1, k -> { throw new IllegalStateException(); })); }
    @Test void computeIfAbsentOfNothing() { ConcurrentMap<Integer, String> m = make(); eq(null, m.computeIfAbsent(3, k -> null)); yes(m.isEmpty()); }
    @Test void computeIfPresentComputes() { ConcurrentMap<Integer, String> m = two(); eq("ax", m.computeIfPresent(1, (k, v) -> v + "x")); eq(null, m.computeIfPresent(3, (k, v) -> "z")); no(m.containsKey(3)); }
    @Test void computeIfPresentRemoves() { ConcurrentMap<Integer, String> m = two(); eq(null, m.computeIfPresent(1, (k, v) -> null)); no(m.containsKey(1)); eq(1, m.size()); }
    @Test void computeOfBoth() { ConcurrentMap<Integer, String> m = two(); eq("a1", m.compute(1, (k, v) -> v + k)); eq("null3", m.compute(3, (k, v) -> v + "" + k)); eq(null, m.compute(2, (k, v) -> null)); no(m.containsKey(2)); }
    @Test void mergeOfBoth() { ConcurrentMap<Integer, String> m = two(); eq("az", m.merge(1, "z", String::concat)); eq("z", m.merge(3, "z", String::concat)); eq(null, m.merge(2, "z", (a, b) -> null)); no(m.containsKey(2)); }
    @Test void whatAFunctionThrowsIsThrown() { ConcurrentMap<Integer, String> m = two(); raises(IllegalStateException.class, () -> m.compute(1, (k, v) -> { throw new IllegalStateException(); })); eq("a", m.get(1)); raises(IllegalStateException.class, () -> m.computeIfAbsent(3, k -> { throw new IllegalStateException(); })); no(m.containsKey(3)); }
    @Test void putAllPuts() { ConcurrentMap<Integer, String> m = two(); Map<Integer, String> o = new HashMap<>(); o.put(2, "y"); o.put(3, "z"); m.putAll(o); eq(3, m.size()); eq("y", m.get(2)); eq("z", m.get(3)); }
    @Test void clearRemovesAll() { ConcurrentMap<Integer, String> m = two(); m.clear(); yes(m.isEmpty()); eq(null, m.get(1)); }
    @Test void nullKeysRaise() { raises(NullPointerException.class, () -> make().put(null, "a")); raises(NullPointerException.class, () -> make().get(null)); raises(NullPointerException.class, () -> make().containsKey(null)); raises(NullPointerException.class, () -> make().remove(null)); raises(NullPointerException.class, () -> make().putIfAbsent(null, "a")); }
    @Test void nullValuesRaise() { raises(NullPointerException.class, () -> make().put(1, null)); raises(NullPointerException.class, () -> make().containsValue(null)); raises(NullPointerException.class, () -> make().putIfAbsent(1, null)); raises(NullPointerException.class, () -> two().replace(1, null)); raises(NullPointerException.class, () -> two().replace(1, "a", null)); }
    @Test void nullFunctionsRaise() { raises(NullPointerException.class, () -> two().compute(1, null)); raises(NullPointerException.class, () -> two().computeIfAbsent(1, null)); raises(NullPointerException.class, () -> two().computeIfPresent(1, null)); raises(NullPointerException.class, () -> two().merge(1, "a", null)); raises(NullPointerException.class, () -> two().merge(1, null, String::concat)); raises(NullPointerException.class, () -> two().forEach(null)); raises(NullPointerException.class, () -> two().replaceAll(null)); }
    @Test void removeOfNullValueIsFalse() { no(two().remove(1, null)); }
    @Test void forEachSeesAll() { StringBuilder all = new StringBuilder(); two().forEach((k, v) -> all.append(k).append(v)); eq("1a2b", all.toString()); }
    @Test void keySetIsAView() { ConcurrentMap<Integer, String> m = two(); yes(m.keySet().contains(1)); yes(m.keySet().remove(1)); no(m.containsKey(1)); m.put(3, "c"); eq(2, m.keySet().size()); }
    @Test void keySetAddsNothing() { raises(UnsupportedOperationException.class, () -> ((Map<Integer, String>) two()).keySet().add(3)); }
    @Test void keySetRetains() { ConcurrentMap<Integer, String> m = two(); yes(m.keySet().retainAll(list(2))); eq(null, m.get(1)); eq("b", m.get(2)); }
    @Test void valuesAreAView() { ConcurrentMap<Integer, String> m = two(); yes(m.values().contains("b")); yes(m.values().remove("b")); no(m.containsKey(2)); eq(1, m.values().size()); }
    @Test void valuesRemoveIf() { ConcurrentMap<Integer, String> m = two(); yes(m.values().removeIf(v -> v.equals("a"))); eq(1, m.size()); no(m.values().removeIf(v -> false)); }
    @Test void entrySetIsAView() { ConcurrentMap<Integer, String> m = two(); yes(m.entrySet().contains(Map.entry(1, "a"))); no(m.entrySet().contains(Map.entry(1, "b"))); yes(m.entrySet().remove(Map.entry(1, "a"))); eq(1, m.size()); }
    @Test void entrySetRemoveIf() { ConcurrentMap<Integer, String> m = two(); yes(m.entrySet().removeIf(e -> e.getKey() == 2)); eq(1, m.size()); }
    @Test void entriesAreInOrder() { List<Integer> keys = new ArrayList<>(); for (Map.Entry<Integer, String> e : two().entrySet()) { keys.add(e.getKey()); eq(e.getKey() == 1 ? "a" : "b", e.getValue()); } eq(list(1, 2), keys); }
    @Test void iteratorRemoves() { ConcurrentMap<Integer, String> m = two(); Iterator<Integer> at = m.keySet().iterator(); at.next(); at.remove(); eq(1, m.size()); no(m.containsKey(1)); raises(IllegalStateException.class, at::remove); }
    @Test void iteratorAtItsEndRaises() { Iterator<String> at = two().values().iterator(); at.next(); at.next(); no(at.hasNext()); raises(NoSuchElementException.class, at::next); }
    @Test void iteratorIsWeaklyConsistent() { ConcurrentMap<Integer, String> m = two(); Iterator<Integer> at = m.keySet().iterator(); m.put(3, "c"); m.remove(2); eq(ONE, at.next()); while (at.hasNext()) { at.next(); } }
    @Test void equalsOtherMaps() { Map<Integer, String> o = new HashMap<>(two()); eq(o, two()); eq(two(), o); eq(o.hashCode(), two().hashCode()); no(two().equals(make())); no(two().equals("a")); }
    @Test void toStringNamesEntries() { eq("{1=a, 2=b}", two().toString()); eq("{}", make().toString()); }
    @Test void twoPutIfAbsentOneWins() throws Exception { ConcurrentMap<Integer, String> m = make(); boolean[] won = new boolean[1]; Thread t = go(() -> won[0] = m.putIfAbsent(1, "x") == null); boolean mine = m.putIfAbsent(1, "y") == null; t.join(); yes(mine != won[0]); eq(mine ? "y" : "x", m.get(1)); }
    @Test void twoMergesAddUp() throws Exception { ConcurrentMap<Integer, String> m = make(); Thread t = go(() -> m.merge(1, "x", String::concat)); m.merge(1, "x", String::concat); t.join(); eq("xx", m.get(1)); }
    @Test void twoRemovesOneWins() throws Exception { ConcurrentMap<Integer, String> m = two(); boolean[] won = new boolean[1]; Thread t = go(() -> won[0] = m.remove(1, "a")); boolean mine = m.remove(1, "a"); t.join(); yes(mine != won[0]); }
    @Test void twoReplacesOneWins() throws Exception { ConcurrentMap<Integer, String> m = two(); boolean[] won = new boolean[1]; Thread t = go(() -> won[0] = m.replace(1, "a", "x")); boolean mine = m.replace(1, "a", "y"); t.join(); yes(mine != won[0]); eq(mine ? "y" : "x", m.get(1)); }
    @Test void whatIsGotWasPublished() throws Exception { ConcurrentMap<Integer, String> m = make(); int[] data = new int[1]; Thread t = go(() -> { data[0] = 5; m.put(1, "a"); }); if (m.get(1) != null) { eq(5, data[0]); } t.join(); }
    @Test void putsOfDifferentKeys() throws Exception { ConcurrentMap<Integer, String> m = make(); Thread t = go(() -> m.put(1, "a")); m.put(2, "b"); t.join(); eq(2, m.size()); eq("a", m.get(1)); eq("b", m.get(2)); }
}
