import java.util.concurrent.atomic.AtomicStampedReference;

class AtomicStampedReferenceTest extends T {
    static AtomicStampedReference<String> of(String value, int stamp) { return new AtomicStampedReference<>(value, stamp); }

    @Test void beginsWithBoth() { AtomicStampedReference<String> a = of("a", 3); eq("a", a.getReference()); eq(3, a.getStamp()); }
    @Test void beginsWithNull() { eq(null, of(null, 0).getReference()); }
    @Test void getGivesBoth() { int[] stamp = new int[1]; eq("a", of("a", 3).get(stamp)); eq(3, stamp[0]); }
    @Test void getNeedsAnArray() { raises(NullPointerException.class, () -> of("a", 3).get(null)); raises(IndexOutOfBoundsException.class, () -> of("a", 3).get(new int[0])); }
    @Test void getWritesTheFirstElement() { int[] stamp = {7, 8}; of("a", 3).get(stamp); eq(3, stamp[0]); eq(8, stamp[1]); }
    @Test void setChangesBoth() { AtomicStampedReference<String> a = of("a", 3); a.set("b", 4); eq("b", a.getReference()); eq(4, a.getStamp()); }
    @Test void setOfTheSame() { AtomicStampedReference<String> a = of("a", 3); a.set("a", 3); eq("a", a.getReference()); eq(3, a.getStamp()); }
    @Test void compareAndSetSucceeds() { AtomicStampedReference<String> a = of("a", 3); yes(a.compareAndSet("a", "b", 3, 4)); eq("b", a.getReference()); eq(4, a.getStamp()); }
    @Test void compareAndSetFailsOnReference() { AtomicStampedReference<String> a = of("a", 3); no(a.compareAndSet("b", "c", 3, 4)); eq("a", a.getReference()); eq(3, a.getStamp()); }
    @Test void compareAndSetFailsOnStamp() { AtomicStampedReference<String> a = of("a", 3); no(a.compareAndSet("a", "c", 2, 4)); eq("a", a.getReference()); eq(3, a.getStamp()); }
    @Test void compareAndSetOfTheSame() { yes(of("a", 3).compareAndSet("a", "a", 3, 3)); }
    @Test void compareAndSetOfStampOnly() { AtomicStampedReference<String> a = of("a", 3); yes(a.compareAndSet("a", "a", 3, 4)); eq(4, a.getStamp()); }
    @Test void weakCompareAndSetFails() { AtomicStampedReference<String> a = of("a", 3); no(a.weakCompareAndSet("b", "c", 3, 4)); no(a.weakCompareAndSet("a", "c", 4, 4)); }
    @Test void weakCompareAndSetSucceedsSometime() { AtomicStampedReference<String> a = of("a", 3); until(() -> a.weakCompareAndSet("a", "b", 3, 4)); eq("b", a.getReference()); }
    @Test void attemptStampSucceeds() { AtomicStampedReference<String> a = of("a", 3); until(() -> a.attemptStamp("a", 5)); eq(5, a.getStamp()); eq("a", a.getReference()); }
    @Test void attemptStampFails() { AtomicStampedReference<String> a = of("a", 3); no(a.attemptStamp("b", 5)); eq(3, a.getStamp()); }
    @Test void stampsMayBeNegative() { AtomicStampedReference<String> a = of("a", Integer.MIN_VALUE); eq(Integer.MIN_VALUE, a.getStamp()); yes(a.compareAndSet("a", "a", Integer.MIN_VALUE, -1)); eq(-1, a.getStamp()); }
    @Test void comparesIdentities() { Integer[] x = {1}; AtomicStampedReference<Integer[]> a = new AtomicStampedReference<>(x, 0); no(a.compareAndSet(new Integer[] {1}, null, 0, 1)); yes(a.compareAndSet(x, null, 0, 1)); }
    @Test void seesReferenceAndStampTogether() throws Exception { AtomicStampedReference<String> a = of("a", 1); Thread t = go(() -> a.set("b", 2)); int[] stamp = new int[1]; String got = a.get(stamp); eq(got.equals("a") ? 1 : 2, stamp[0]); t.join(); }
    @Test void oneOfTwoCompareAndSetsWins() throws Exception { AtomicStampedReference<String> a = of("a", 0); boolean[] won = new boolean[1]; Thread t = go(() -> won[0] = a.compareAndSet("a", "a", 0, 1)); boolean mine = a.compareAndSet("a", "a", 0, 1); t.join(); yes(mine != won[0]); }
    @Test void noticesThatItWasChangedAndBack() throws Exception { AtomicStampedReference<String> a = of("a", 0); Thread t = go(() -> { a.set("b", 1); a.set("a", 2); }); t.join(); no(a.compareAndSet("a", "c", 0, 3)); }
}
