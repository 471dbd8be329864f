import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

class AtomicReferenceFieldUpdaterTest extends T {
    volatile String value;
    volatile int number;
    String plain;
    static final AtomicReferenceFieldUpdater<AtomicReferenceFieldUpdaterTest, String> UP = AtomicReferenceFieldUpdater.newUpdater(AtomicReferenceFieldUpdaterTest.class, String.class, "value");

    AtomicReferenceFieldUpdaterTest of(String initial) { value = initial; return this; }
    static AtomicReferenceFieldUpdater<AtomicReferenceFieldUpdaterTest, String> of(Class<String> type, String name) { return AtomicReferenceFieldUpdater.newUpdater(AtomicReferenceFieldUpdaterTest.class, type, name); }

    @Test void setAndGet() { UP.set(of("a"), "b"); eq("b", UP.get(this)); eq("b", value); }
    @Test void lazySet() { UP.lazySet(of("a"), "b"); eq("b", value); }
    @Test void setOfNull() { UP.set(of("a"), null); eq(null, UP.get(this)); }
    @Test void getAndSet() { eq("a", UP.getAndSet(of("a"), "b")); eq("b", value); }
    @Test void compareAndSetSucceeds() { yes(UP.compareAndSet(of("a"), "a", "b")); eq("b", value); }
    @Test void compareAndSetFails() { no(UP.compareAndSet(of("a"), "b", "c")); eq("a", value); }
    @Test void compareAndSetOfNull() { yes(UP.compareAndSet(this, null, "b")); yes(UP.compareAndSet(this, "b", null)); eq(null, value); }
    @Test void weakCompareAndSet() { no(UP.weakCompareAndSet(of("a"), "b", "c")); until(() -> UP.weakCompareAndSet(this, "a", "b")); eq("b", value); }
    @Test void getAndUpdate() { eq("a", UP.getAndUpdate(of("a"), x -> x + "b")); eq("ab", value); }
    @Test void updateAndGet() { eq("ab", UP.updateAndGet(of("a"), x -> x + "b")); eq("ab", value); }
    @Test void getAndAccumulate() { eq("a", UP.getAndAccumulate(of("a"), "z", String::concat)); eq("az", value); }
    @Test void accumulateAndGet() { eq("az", UP.accumulateAndGet(of("a"), "z", String::concat)); eq("az", value); }
    @Test void missingFieldRaises() { yes(raises(RuntimeException.class, () -> AtomicReferenceFieldUpdater.newUpdater(AtomicReferenceFieldUpdaterTest.class, String.class, "missing")).getCause() instanceof NoSuchFieldException); }
    @Test void otherTypeRaises() { raises(ClassCastException.class, () -> AtomicReferenceFieldUpdater.newUpdater(AtomicReferenceFieldUpdaterTest.class, Integer.class, "value")); }
    @Test void primitiveRaises() { raises(IllegalArgumentException.class, () -> AtomicReferenceFieldUpdater.newUpdater(AtomicReferenceFieldUpdaterTest.class, int.class, "number")); }
    @Test void plainFieldRaises() { raises(IllegalArgumentException.class, () -> AtomicReferenceFieldUpdater.newUpdater(AtomicReferenceFieldUpdaterTest.class, String.class, "plain")); }
    @Test void noObjectRaises() { raises(ClassCastException.class, () -> UP.get(null)); raises(ClassCastException.class, () -> UP.set(null, "a")); }
    @Test void classAndNameInVariables() { eq("b", of(String.class, "value").updateAndGet(of("a"), x -> "b")); }
    @Test void updaterInAVariable() { AtomicReferenceFieldUpdater<AtomicReferenceFieldUpdaterTest, String> up = AtomicReferenceFieldUpdater.newUpdater(AtomicReferenceFieldUpdaterTest.class, String.class, "value"); eq("a", up.getAndSet(of("a"), "b")); }
    @Test void oneOfTwoCompareAndSetsWins() throws Exception { boolean[] won = new boolean[1]; Thread t = go(() -> won[0] = UP.compareAndSet(this, null, "x")); boolean mine = UP.compareAndSet(this, null, "y"); t.join(); yes(mine != won[0]); eq(mine ? "y" : "x", value); }
    @Test void twoUpdatesAddUp() throws Exception { of(""); Thread t = go(() -> UP.updateAndGet(this, x -> x + "x")); UP.updateAndGet(this, x -> x + "x"); t.join(); eq("xx", value); }
}
