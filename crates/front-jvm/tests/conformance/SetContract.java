import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Set;

/** What java.util.Set promises. */
abstract class SetContract extends T {
    abstract Set<Integer> make();

    Set<Integer> with(Integer... elements) {
        Set<Integer> set = make();
        for (Integer one : elements) {
            set.add(one);
        }
        return set;
    }

    @Test void newOneIsEmpty() { yes(make().isEmpty()); eq(0, make().size()); }
    @Test void addsOnce() { Set<Integer> s = make(); yes(s.add(1)); no(s.add(1)); eq(1, s.size()); yes(s.add(2)); eq(2, s.size()); }
    @Test void containsWhatWasAdded() { Set<Integer> s = with(1, 2); yes(s.contains(1)); no(s.contains(3)); }
    @Test void removesOnce() { Set<Integer> s = with(1, 2); yes(s.remove(1)); no(s.remove(1)); elements(s, 2); }
    @Test void clearRemovesAll() { Set<Integer> s = with(1, 2); s.clear(); yes(s.isEmpty()); no(s.contains(1)); }
    @Test void iteratorHasAll() { elements(with(1, 2, 3), 1, 2, 3); }
    @Test void iteratorAtItsEndRaises() { raises(NoSuchElementException.class, make().iterator()::next); }
    @Test void addAllAdds() { Set<Integer> s = with(1); yes(s.addAll(list(1, 2))); no(s.addAll(list(1, 2))); elements(s, 1, 2); }
    @Test void containsAllOfSome() { yes(with(1, 2, 3).containsAll(list(1, 3))); no(with(1).containsAll(list(1, 2))); }
    @Test void removeAllOfSome() { Set<Integer> s = with(1, 2, 3); yes(s.removeAll(list(1, 3))); elements(s, 2); no(s.removeAll(list(5))); }
    @Test void retainAllOfSome() { Set<Integer> s = with(1, 2, 3); yes(s.retainAll(list(2))); elements(s, 2); no(s.retainAll(list(2))); }
    @Test void removeIfOfSome() { Set<Integer> s = with(1, 2, 3); yes(s.removeIf(x -> x > 1)); elements(s, 1); }
    @Test void forEachSeesAll() { ArrayList<Integer> seen = new ArrayList<>(); with(1, 2).forEach(seen::add); eq(list(1, 2), seen); }
    @Test void equalsOtherSets() { Set<Integer> o = new HashSet<>(list(2, 1)); eq(o, with(1, 2)); eq(with(1, 2), o); eq(o.hashCode(), with(1, 2).hashCode()); no(with(1).equals(o)); no(with(1).equals(list(1))); }
    @Test void toStringNamesElements() { eq("[1, 2]", with(1, 2).toString()); }
    @Test void toArrayHasAll() { eq(2, with(1, 2).toArray().length); Integer[] a = with(1, 2).toArray(new Integer[0]); eq(TWO, a[1]); }
    @Test void streamHasAll() { eq(3, with(1, 2).stream().mapToInt(x -> x).sum()); }
    @Test void twoAddsOneWins() throws Exception { Set<Integer> s = make(); boolean[] won = new boolean[1]; Thread t = go(() -> won[0] = s.add(1)); boolean mine = s.add(1); t.join(); yes(mine != won[0]); eq(1, s.size()); }
    @Test void twoRemovesOneWins() throws Exception { Set<Integer> s = with(1); boolean[] won = new boolean[1]; Thread t = go(() -> won[0] = s.remove(1)); boolean mine = s.remove(1); t.join(); yes(mine != won[0]); yes(s.isEmpty()); }
    @Test void twoAddDifferentOnes() throws Exception { Set<Integer> s = make(); Thread t = go(() -> s.add(1)); s.add(2); t.join(); eq(2, s.size()); yes(s.contains(1) && s.contains(2)); }
    @Test void iteratesWhileOthersAdd() throws Exception { Set<Integer> s = with(1); Thread t = go(() -> s.add(2)); int n = 0; for (Integer one : s) { n += one; } t.join(); yes(n == 1 || n == 3); }
}
