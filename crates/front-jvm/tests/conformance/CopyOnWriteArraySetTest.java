import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArraySet;

class CopyOnWriteArraySetTest extends SetContract {
    Set<Integer> make() { return new CopyOnWriteArraySet<>(); }

    @Test void keepsTheOrderOfAdding() { elements(new CopyOnWriteArraySet<>(list(3, 1, 2, 1)), 3, 1, 2); }
    @Test void allowsNull() { Set<Integer> s = make(); yes(s.add(null)); no(s.add(null)); yes(s.contains(null)); yes(s.remove(null)); }
    @Test void iteratorIsASnapshot() { Set<Integer> s = with(1, 2); Iterator<Integer> at = s.iterator(); s.add(3); s.remove(1); eq(ONE, at.next()); eq(TWO, at.next()); no(at.hasNext()); }
    @Test void iteratorRemovesNothing() { Iterator<Integer> at = with(1).iterator(); at.next(); raises(UnsupportedOperationException.class, at::remove); }
    @Test void constructorOfNullRaises() { raises(NullPointerException.class, () -> new CopyOnWriteArraySet<Integer>(null)); }
}
