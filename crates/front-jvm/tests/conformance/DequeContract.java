import java.util.Deque;
import java.util.Iterator;
import java.util.NoSuchElementException;

/** What java.util.Deque promises. */
abstract class DequeContract extends T {
    static void bothEnds(Deque<Integer> d) { yes(d.offerFirst(2)); yes(d.offerLast(3)); d.addFirst(1); d.addLast(4); elements(d, 1, 2, 3, 4); }
    static void fromBothEnds(Deque<Integer> d) { eq(ONE, d.peekFirst()); eq(THREE, d.peekLast()); eq(ONE, d.getFirst()); eq(THREE, d.getLast()); eq(THREE, d.pollLast()); eq(ONE, d.removeFirst()); eq(TWO, d.removeLast()); eq(null, d.pollFirst()); }
    static void empty(Deque<Integer> d) { eq(null, d.peekFirst()); eq(null, d.peekLast()); eq(null, d.pollFirst()); eq(null, d.pollLast()); raises(NoSuchElementException.class, d::getFirst); raises(NoSuchElementException.class, d::getLast); raises(NoSuchElementException.class, d::removeFirst); raises(NoSuchElementException.class, d::removeLast); raises(NoSuchElementException.class, d::pop); }
    static void occurrences(Deque<Integer> d) { yes(d.removeLastOccurrence(1)); elements(d, 1, 2); yes(d.removeFirstOccurrence(1)); elements(d, 2); no(d.removeFirstOccurrence(1)); no(d.removeLastOccurrence(1)); }
    static void stack(Deque<Integer> d) { d.push(1); d.push(2); eq(TWO, d.peek()); eq(TWO, d.pop()); eq(ONE, d.pop()); yes(d.isEmpty()); }
    static void descends(Deque<Integer> d) { Iterator<Integer> at = d.descendingIterator(); eq(THREE, at.next()); eq(TWO, at.next()); at.remove(); eq(ONE, at.next()); no(at.hasNext()); elements(d, 1, 3); raises(NoSuchElementException.class, at::next); }
    static void nulls(Deque<Integer> d) { raises(NullPointerException.class, () -> d.addFirst(null)); raises(NullPointerException.class, () -> d.addLast(null)); raises(NullPointerException.class, () -> d.offerFirst(null)); raises(NullPointerException.class, () -> d.offerLast(null)); raises(NullPointerException.class, () -> d.push(null)); }
}
