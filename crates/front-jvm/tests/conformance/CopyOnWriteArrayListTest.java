import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.ListIterator;
import java.util.NoSuchElementException;
import java.util.concurrent.CopyOnWriteArrayList;

class CopyOnWriteArrayListTest extends T {
    static CopyOnWriteArrayList<Integer> of(Integer... all) { return new CopyOnWriteArrayList<>(all); }
    static final Class<? extends Throwable> OUT = IndexOutOfBoundsException.class;

    @Test void newOneIsEmpty() { yes(new CopyOnWriteArrayList<>().isEmpty()); eq(0, new CopyOnWriteArrayList<>().size()); }
    @Test void constructorsCopy() { Integer[] a = {1, 2}; CopyOnWriteArrayList<Integer> l = of(a); a[0] = 7; elements(l, 1, 2); elements(new CopyOnWriteArrayList<>(list(1, 2)), 1, 2); raises(NullPointerException.class, () -> new CopyOnWriteArrayList<Integer>((List<Integer>) null)); }
    @Test void addAppends() { CopyOnWriteArrayList<Integer> l = of(1); yes(l.add(2)); elements(l, 1, 2); }
    @Test void addInserts() { CopyOnWriteArrayList<Integer> l = of(1, 3); l.add(1, 2); l.add(3, 4); l.add(0, 0); elements(l, 0, 1, 2, 3, 4); raises(OUT, () -> l.add(9, 1)); raises(OUT, () -> l.add(-1, 1)); }
    @Test void getByIndex() { eq(TWO, of(1, 2).get(1)); raises(OUT, () -> of(1).get(1)); raises(OUT, () -> of(1).get(-1)); }
    @Test void setGivesTheOldOne() { CopyOnWriteArrayList<Integer> l = of(1, 2); eq(TWO, l.set(1, 3)); elements(l, 1, 3); raises(OUT, () -> l.set(2, 1)); }
    @Test void removeByIndex() { CopyOnWriteArrayList<Integer> l = of(1, 2, 3); eq(TWO, l.remove(1)); eq(THREE, l.remove(1)); elements(l, 1); raises(OUT, () -> l.remove(1)); }
    @Test void removeOfAnElement() { CopyOnWriteArrayList<Integer> l = of(1, 2, 1); yes(l.remove(ONE)); elements(l, 2, 1); no(l.remove(THREE)); }
    @Test void indexOfFindsTheFirst() { CopyOnWriteArrayList<Integer> l = of(1, 2, 1); eq(0, l.indexOf(1)); eq(2, l.lastIndexOf(1)); eq(-1, l.indexOf(3)); eq(2, l.indexOf(1, 1)); eq(0, l.lastIndexOf(1, 1)); }
    @Test void containsFinds() { yes(of(1, null).contains(null)); yes(of(1).contains(1)); no(of(1).contains(2)); }
    @Test void addIfAbsentAddsOnce() { CopyOnWriteArrayList<Integer> l = of(1); no(l.addIfAbsent(1)); yes(l.addIfAbsent(2)); elements(l, 1, 2); }
    @Test void addAllAbsentAddsSome() { CopyOnWriteArrayList<Integer> l = of(1); eq(2, l.addAllAbsent(list(1, 2, 3, 2))); elements(l, 1, 2, 3); }
    @Test void addAllAppends() { CopyOnWriteArrayList<Integer> l = of(1); yes(l.addAll(list(2, 3))); no(l.addAll(list())); elements(l, 1, 2, 3); }
    @Test void addAllInserts() { CopyOnWriteArrayList<Integer> l = of(1, 4); yes(l.addAll(1, list(2, 3))); elements(l, 1, 2, 3, 4); raises(OUT, () -> l.addAll(9, list(1))); }
    @Test void clearRemovesAll() { CopyOnWriteArrayList<Integer> l = of(1); l.clear(); yes(l.isEmpty()); }
    @Test void bulkRemoval() { CopyOnWriteArrayList<Integer> l = of(1, 2, 3, 4); yes(l.removeAll(list(1))); yes(l.retainAll(list(2, 3))); yes(l.removeIf(x -> x == 2)); elements(l, 3); no(l.removeIf(x -> false)); }
    @Test void containsAllOfSome() { yes(of(1, 2).containsAll(list(2))); no(of(1).containsAll(list(1, 2))); }
    @Test void replaceAllReplaces() { CopyOnWriteArrayList<Integer> l = of(1, 2); l.replaceAll(x -> x + 1); elements(l, 2, 3); }
    @Test void sortSorts() { CopyOnWriteArrayList<Integer> l = of(2, 3, 1); l.sort(null); elements(l, 1, 2, 3); l.sort(Comparator.reverseOrder()); elements(l, 3, 2, 1); }
    @Test void forEachGoesInOrder() { List<Integer> seen = new ArrayList<>(); of(1, 2).forEach(seen::add); eq(list(1, 2), seen); raises(NullPointerException.class, () -> of(1).forEach(null)); }
    @Test void iteratorIsASnapshot() { CopyOnWriteArrayList<Integer> l = of(1, 2); Iterator<Integer> at = l.iterator(); l.add(3); l.remove(0); eq(ONE, at.next()); eq(TWO, at.next()); no(at.hasNext()); raises(NoSuchElementException.class, at::next); }
    @Test void iteratorChangesNothing() { ListIterator<Integer> at = of(1).listIterator(); at.next(); raises(UnsupportedOperationException.class, at::remove); raises(UnsupportedOperationException.class, () -> at.set(1)); raises(UnsupportedOperationException.class, () -> at.add(1)); }
    @Test void listIteratorGoesBack() { ListIterator<Integer> at = of(1, 2).listIterator(2); no(at.hasNext()); yes(at.hasPrevious()); eq(1, at.previousIndex()); eq(TWO, at.previous()); eq(1, at.nextIndex()); eq(ONE, at.previous()); raises(NoSuchElementException.class, at::previous); raises(OUT, () -> of(1).listIterator(2)); }
    @Test void toArrayIsACopy() { CopyOnWriteArrayList<Integer> l = of(1, 2); Object[] a = l.toArray(); a[0] = 9; eq(ONE, l.get(0)); Integer[] b = new Integer[3]; same(b, l.toArray(b)); eq(null, b[2]); eq(2, l.toArray(new Integer[0]).length); raises(ArrayStoreException.class, () -> l.toArray(new String[2])); }
    @Test void equalsOtherLists() { eq(list(1, 2), of(1, 2)); eq(of(1, 2), list(1, 2)); no(of(1, 2).equals(list(2, 1))); eq(list(1, 2).hashCode(), of(1, 2).hashCode()); }
    @Test void toStringNamesElements() { eq("[1, 2]", of(1, 2).toString()); }
    @Test void cloneIsIndependent() { CopyOnWriteArrayList<Integer> l = of(1); @SuppressWarnings("unchecked") List<Integer> c = (List<Integer>) l.clone(); c.add(2); eq(1, l.size()); eq(2, c.size()); }
    @Test void subListIsAView() { CopyOnWriteArrayList<Integer> l = of(1, 2, 3); List<Integer> s = l.subList(1, 3); elements(s, 2, 3); s.set(0, 7); eq(7, l.get(1)); s.clear(); elements(l, 1); raises(OUT, () -> l.subList(0, 2)); }
    @Test void streamHasAll() { eq(6, of(1, 2, 3).stream().mapToInt(x -> x).sum()); }
    @Test void twoAddsAreBothThere() throws Exception { CopyOnWriteArrayList<Integer> l = of(); Thread t = go(() -> l.add(1)); l.add(2); t.join(); eq(2, l.size()); yes(l.contains(1) && l.contains(2)); }
    @Test void twoAddIfAbsentOneWins() throws Exception { CopyOnWriteArrayList<Integer> l = of(); boolean[] won = new boolean[1]; Thread t = go(() -> won[0] = l.addIfAbsent(1)); boolean mine = l.addIfAbsent(1); t.join(); yes(mine != won[0]); eq(1, l.size()); }
    @Test void iteratesWhileOthersAdd() throws Exception { CopyOnWriteArrayList<Integer> l = of(1); Thread t = go(() -> l.add(2)); int n = 0; for (Integer one : l) { n += one; } t.join(); yes(n == 1 || n == 3); }
}
