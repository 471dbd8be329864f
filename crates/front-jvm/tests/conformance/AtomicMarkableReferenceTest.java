import java.util.concurrent.atomic.AtomicMarkableReference;

class AtomicMarkableReferenceTest extends T {
    static AtomicMarkableReference<String> of(String value, boolean mark) { return new AtomicMarkableReference<>(value, mark); }

    @Test void beginsWithBoth() { AtomicMarkableReference<String> a = of("a", true); eq("a", a.getReference()); yes(a.isMarked()); no(of("a", false).isMarked()); }
    @Test void beginsWithNull() { eq(null, of(null, false).getReference()); }
    @Test void getGivesBoth() { boolean[] mark = new boolean[1]; eq("a", of("a", true).get(mark)); yes(mark[0]); }
    @Test void getNeedsAnArray() { raises(NullPointerException.class, () -> of("a", true).get(null)); raises(IndexOutOfBoundsException.class, () -> of("a", true).get(new boolean[0])); }
    @Test void getWritesTheFirstElement() { boolean[] mark = {true, true}; of("a", false).get(mark); no(mark[0]); yes(mark[1]); }
    @Test void setChangesBoth() { AtomicMarkableReference<String> a = of("a", true); a.set("b", false); eq("b", a.getReference()); no(a.isMarked()); }
    @Test void setOfTheSame() { AtomicMarkableReference<String> a = of("a", true); a.set("a", true); yes(a.isMarked()); }
    @Test void compareAndSetSucceeds() { AtomicMarkableReference<String> a = of("a", false); yes(a.compareAndSet("a", "b", false, true)); eq("b", a.getReference()); yes(a.isMarked()); }
    @Test void compareAndSetFailsOnReference() { AtomicMarkableReference<String> a = of("a", false); no(a.compareAndSet("b", "c", false, true)); eq("a", a.getReference()); no(a.isMarked()); }
    @Test void compareAndSetFailsOnMark() { AtomicMarkableReference<String> a = of("a", false); no(a.compareAndSet("a", "c", true, true)); eq("a", a.getReference()); }
    @Test void compareAndSetOfTheSame() { yes(of("a", true).compareAndSet("a", "a", true, true)); }
    @Test void compareAndSetOfMarkOnly() { AtomicMarkableReference<String> a = of("a", false); yes(a.compareAndSet("a", "a", false, true)); yes(a.isMarked()); }
    @Test void weakCompareAndSetFails() { AtomicMarkableReference<String> a = of("a", false); no(a.weakCompareAndSet("b", "c", false, true)); no(a.weakCompareAndSet("a", "c", true, true)); }
    @Test void weakCompareAndSetSucceedsSometime() { AtomicMarkableReference<String> a = of("a", false); until(() -> a.weakCompareAndSet("a", "b", false, true)); eq("b", a.getReference()); }
    @Test void attemptMarkSucceeds() { AtomicMarkableReference<String> a = of("a", false); until(() -> a.attemptMark("a", true)); yes(a.isMarked()); eq("a", a.getReference()); }
    @Test void attemptMarkFails() { AtomicMarkableReference<String> a = of("a", false); no(a.attemptMark("b", true)); no(a.isMarked()); }
    @Test void comparesIdentities() { Integer[] x = {1}; AtomicMarkableReference<Integer[]> a = new AtomicMarkableReference<>(x, false); no(a.compareAndSet(new Integer[] {1}, null, false, true)); yes(a.compareAndSet(x, null, false, true)); }
    @Test void seesReferenceAndMarkTogether() throws Exception { AtomicMarkableReference<String> a = of("a", false); Thread t = go(() -> a.set("b", true)); boolean[] mark = new boolean[1]; String got = a.get(mark); yes(got.equals("b") == mark[0]); t.join(); }
    @Test void oneOfTwoMarksWins() throws Exception { AtomicMarkableReference<String> a = of("a", false); boolean[] won = new boolean[1]; Thread t = go(() -> won[0] = a.compareAndSet("a", "a", false, true)); boolean mine = a.compareAndSet("a", "a", false, true); t.join(); yes(mine != won[0]); yes(a.isMarked()); }
    @Test void markedNodeIsNotReplaced() throws Exception { AtomicMarkableReference<String> a = of("a", false); boolean[] won = new boolean[1]; Thread t = go(() -> won[0] = a.compareAndSet("a", "b", false, false)); boolean mine = a.attemptMark("a", true); t.join(); no(mine && won[0]); }
}
