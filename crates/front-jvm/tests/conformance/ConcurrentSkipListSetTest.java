import java.util.Comparator;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;

class ConcurrentSkipListSetTest extends SetContract {
    Set<Integer> make() { return new ConcurrentSkipListSet<>(); }
    static ConcurrentSkipListSet<Integer> odd() { return new ConcurrentSkipListSet<>(list(5, 1, 3)); }

    @Test void firstAndLast() { eq(ONE, odd().first()); eq(5, odd().last()); raises(NoSuchElementException.class, () -> new ConcurrentSkipListSet<Integer>().first()); raises(NoSuchElementException.class, () -> new ConcurrentSkipListSet<Integer>().last()); }
    @Test void neighbours() { eq(ONE, odd().lower(3)); eq(THREE, odd().floor(4)); eq(5, odd().ceiling(4)); eq(5, odd().higher(3)); eq(null, odd().lower(1)); eq(null, odd().higher(5)); }
    @Test void pollsEnds() { ConcurrentSkipListSet<Integer> s = odd(); eq(ONE, s.pollFirst()); eq(5, s.pollLast()); elements(s, 3); s.clear(); eq(null, s.pollFirst()); }
    @Test void views() { elements(odd().headSet(3), 1); elements(odd().headSet(3, true), 1, 3); elements(odd().tailSet(3), 3, 5); elements(odd().subSet(1, 5), 1, 3); raises(IllegalArgumentException.class, () -> odd().headSet(3).add(4)); }
    @Test void descends() { elements(odd().descendingSet(), 5, 3, 1); Iterator<Integer> at = odd().descendingIterator(); eq(5, at.next()); }
    @Test void comparatorOrders() { ConcurrentSkipListSet<Integer> s = new ConcurrentSkipListSet<>(Comparator.reverseOrder()); s.addAll(list(1, 2)); elements(s, 2, 1); eq(Comparator.reverseOrder(), s.comparator()); }
    @Test void nullsRaise() { raises(NullPointerException.class, () -> odd().add(null)); raises(NullPointerException.class, () -> odd().contains(null)); raises(NullPointerException.class, () -> odd().remove(null)); }
    @Test void constructorOfSorted() { elements(new ConcurrentSkipListSet<>(new TreeSet<>(list(2, 1))), 1, 2); }
    @Test void cloneIsIndependent() { ConcurrentSkipListSet<Integer> s = odd(), c = s.clone(); c.remove(1); eq(3, s.size()); eq(2, c.size()); }
    @Test void iteratorRemoves() { ConcurrentSkipListSet<Integer> s = odd(); Iterator<Integer> at = s.iterator(); at.next(); at.remove(); elements(s, 3, 5); }
}
