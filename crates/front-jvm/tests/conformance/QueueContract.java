import java.util.ArrayList;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Queue;

/** What java.util.Queue and Collection promise, of a queue that is first-in-first-out or sorted, which is the same here. */
abstract class QueueContract extends T {
    /** A queue with room for three, or more. */
    abstract Queue<Integer> make();

    /** The same, with elements. */
    abstract Queue<Integer> of(java.util.Collection<Integer> elements);

    Queue<Integer> with(Integer... elements) {
        Queue<Integer> queue = make();
        for (Integer one : elements) {
            queue.add(one);
        }
        return queue;
    }

    @Test void newOneIsEmpty() { Queue<Integer> q = make(); yes(q.isEmpty()); eq(0, q.size()); no(q.iterator().hasNext()); }
    @Test void pollOfEmptyIsNull() { eq(null, make().poll()); }
    @Test void peekOfEmptyIsNull() { eq(null, make().peek()); }
    @Test void removeOfEmptyRaises() { raises(NoSuchElementException.class, () -> make().remove()); }
    @Test void elementOfEmptyRaises() { raises(NoSuchElementException.class, () -> make().element()); }
    @Test void offerPutsAtTheEnd() { Queue<Integer> q = make(); yes(q.offer(1)); yes(q.offer(2)); eq(ONE, q.poll()); eq(TWO, q.poll()); eq(null, q.poll()); }
    @Test void addPutsAtTheEnd() { Queue<Integer> q = make(); yes(q.add(1)); yes(q.add(2)); eq(ONE, q.remove()); eq(TWO, q.remove()); }
    @Test void peekLeavesTheElement() { Queue<Integer> q = with(1, 2); eq(ONE, q.peek()); eq(ONE, q.element()); eq(2, q.size()); }
    @Test void sizeCounts() { Queue<Integer> q = with(1, 2, 3); eq(3, q.size()); q.poll(); eq(2, q.size()); no(q.isEmpty()); }
    @Test void offerOfNullRaises() { raises(NullPointerException.class, () -> make().offer(null)); }
    @Test void addOfNullRaises() { raises(NullPointerException.class, () -> make().add(null)); }
    @Test void containsFindsEqualOnes() { Queue<Integer> q = with(1, 2); yes(q.contains(2)); no(q.contains(3)); no(q.contains(null)); }
    @Test void removeOfAnElement() { Queue<Integer> q = with(1, 2, 3); yes(q.remove(TWO)); no(q.remove(TWO)); elements(q, 1, 3); }
    @Test void clearRemovesAll() { Queue<Integer> q = with(1, 2); q.clear(); yes(q.isEmpty()); eq(null, q.peek()); yes(q.offer(3)); eq(THREE, q.poll()); }
    @Test void iteratorGoesInOrder() { elements(with(1, 2, 3), 1, 2, 3); }
    @Test void iteratorRemoves() { Queue<Integer> q = with(1, 2, 3); Iterator<Integer> at = q.iterator(); at.next(); at.next(); at.remove(); elements(q, 1, 3); }
    @Test void iteratorAtItsEndRaises() { Iterator<Integer> at = with(1).iterator(); at.next(); raises(NoSuchElementException.class, at::next); }
    @Test void iteratorRemovesOnce() { Queue<Integer> q = with(1, 2); Iterator<Integer> at = q.iterator(); at.next(); at.remove(); raises(IllegalStateException.class, at::remove); elements(q, 2); }
    @Test void iteratorRemovesNothingBeforeNext() { raises(IllegalStateException.class, with(1).iterator()::remove); }
    @Test void iteratorIsWeaklyConsistent() { Queue<Integer> q = with(1, 2); Iterator<Integer> at = q.iterator(); q.remove(TWO); q.offer(3); eq(ONE, at.next()); }
    @Test void addAllAdds() { Queue<Integer> q = with(1); yes(q.addAll(list(2, 3))); elements(q, 1, 2, 3); no(q.addAll(new ArrayList<Integer>())); }
    @Test void addAllOfItselfRaises() { Queue<Integer> q = with(1); raises(IllegalArgumentException.class, () -> q.addAll(q)); }
    @Test void addAllOfNullRaises() { raises(NullPointerException.class, () -> make().addAll(null)); }
    @Test void addAllWithNullElementRaises() { raises(NullPointerException.class, () -> make().addAll(list(1, null))); }
    @Test void containsAllOfSome() { Queue<Integer> q = with(1, 2, 3); yes(q.containsAll(list(1, 3))); no(q.containsAll(list(1, 4))); }
    @Test void removeAllOfSome() { Queue<Integer> q = with(1, 2, 3); yes(q.removeAll(list(1, 3, 5))); elements(q, 2); no(q.removeAll(list(7))); }
    @Test void retainAllOfSome() { Queue<Integer> q = with(1, 2, 3); yes(q.retainAll(list(2))); elements(q, 2); no(q.retainAll(list(2))); }
    @Test void removeIfOfSome() { Queue<Integer> q = with(1, 2, 3); yes(q.removeIf(x -> x != 2)); elements(q, 2); no(q.removeIf(x -> x > 5)); }
    @Test void removeIfOfNullRaises() { raises(NullPointerException.class, () -> with(1).removeIf(null)); }
    @Test void forEachGoesInOrder() { ArrayList<Integer> seen = new ArrayList<>(); with(1, 2, 3).forEach(seen::add); eq(list(1, 2, 3), seen); }
    @Test void forEachOfNullRaises() { raises(NullPointerException.class, () -> with(1).forEach(null)); }
    @Test void toArrayIsNew() { Queue<Integer> q = with(1, 2); Object[] a = q.toArray(); eq(2, a.length); eq(ONE, a[0]); eq(TWO, a[1]); a[0] = 7; eq(ONE, q.peek()); }
    @Test void toArrayIntoLargeOne() { Integer[] a = {7, 8, 9, 9}; same(a, with(1, 2).toArray(a)); eq(ONE, a[0]); eq(TWO, a[1]); eq(null, a[2]); eq(9, a[3]); }
    @Test void toArrayIntoSmallOne() { Integer[] a = new Integer[0]; Integer[] b = with(1, 2).toArray(a); no(a == b); eq(2, b.length); eq(TWO, b[1]); }
    @Test void toArrayOfNullRaises() { raises(NullPointerException.class, () -> with(1).toArray((Integer[]) null)); }
    @Test void toArrayOfWrongTypeRaises() { raises(ArrayStoreException.class, () -> with(1).toArray(new String[3])); }
    @Test void toStringNamesElements() { eq("[1, 2]", with(1, 2).toString()); eq("[]", make().toString()); }
    @Test void streamHasAll() { eq(6, with(1, 2, 3).stream().mapToInt(x -> x).sum()); }
    @Test void spliteratorHasAll() { ArrayList<Integer> seen = new ArrayList<>(); with(1, 2).spliterator().forEachRemaining(seen::add); eq(list(1, 2), seen); }
    @Test void constructorTakesElements() { elements(of(list(1, 2)), 1, 2); }
    @Test void constructorOfNullRaises() { raises(NullPointerException.class, () -> of(null)); }
    @Test void constructorWithNullElementRaises() { raises(NullPointerException.class, () -> of(list(1, null))); }
    @Test void twoThreadsOfferBoth() throws Exception { Queue<Integer> q = make(); Thread t = go(() -> q.offer(1)); q.offer(2); t.join(); eq(2, q.size()); eq(3, q.poll() + q.poll()); }
    @Test void twoThreadsPollDifferentOnes() throws Exception { Queue<Integer> q = with(1, 2); int[] got = new int[1]; Thread t = go(() -> got[0] = q.poll()); int mine = q.poll(); t.join(); eq(3, mine + got[0]); eq(null, q.poll()); }
    @Test void whatIsPolledWasPublished() throws Exception { Queue<Integer> q = make(); int[] data = new int[1]; Thread t = go(() -> { data[0] = 5; q.offer(1); }); if (q.poll() != null) { eq(5, data[0]); } t.join(); }
}
