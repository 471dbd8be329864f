import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

class AtomicIntegerFieldUpdaterTest extends T {
    volatile int value;
    volatile long wide;
    volatile Integer boxed;
    int plain;
    static volatile int shared;
    static final AtomicIntegerFieldUpdater<AtomicIntegerFieldUpdaterTest> UP = AtomicIntegerFieldUpdater.newUpdater(AtomicIntegerFieldUpdaterTest.class, "value");

    AtomicIntegerFieldUpdaterTest of(int initial) { value = initial; return this; }

    @Test void setAndGet() { UP.set(of(1), 2); eq(2, UP.get(this)); eq(2, value); UP.lazySet(this, 3); eq(3, value); }
    @Test void getAndSet() { eq(1, UP.getAndSet(of(1), 5)); eq(5, value); }
    @Test void compareAndSetCompares() { of(1); no(UP.compareAndSet(this, 2, 3)); eq(1, value); yes(UP.compareAndSet(this, 1, 3)); eq(3, value); }
    @Test void weakCompareAndSet() { of(1); no(UP.weakCompareAndSet(this, 2, 3)); until(() -> UP.weakCompareAndSet(this, 1, 3)); eq(3, value); }
    @Test void getAndIncrement() { eq(1, UP.getAndIncrement(of(1))); eq(2, value); }
    @Test void getAndDecrement() { eq(1, UP.getAndDecrement(of(1))); eq(0, value); }
    @Test void getAndAdd() { eq(1, UP.getAndAdd(of(1), 5)); eq(6, value); }
    @Test void incrementAndGet() { eq(2, UP.incrementAndGet(of(1))); eq(2, value); }
    @Test void decrementAndGet() { eq(0, UP.decrementAndGet(of(1))); }
    @Test void addAndGet() { eq(6, UP.addAndGet(of(1), 5)); }
    @Test void getAndUpdate() { eq(3, UP.getAndUpdate(of(3), x -> x * x)); eq(9, value); }
    @Test void updateAndGet() { eq(9, UP.updateAndGet(of(3), x -> x * x)); }
    @Test void getAndAccumulate() { eq(3, UP.getAndAccumulate(of(3), 2, (x, y) -> x - y)); eq(1, value); }
    @Test void accumulateAndGet() { eq(1, UP.accumulateAndGet(of(3), 2, (x, y) -> x - y)); }
    @Test void missingFieldRaises() { eq(true, raises(RuntimeException.class, () -> AtomicIntegerFieldUpdater.newUpdater(AtomicIntegerFieldUpdaterTest.class, "missing")).getCause() instanceof NoSuchFieldException); }
    @Test void otherTypeRaises() { raises(IllegalArgumentException.class, () -> AtomicIntegerFieldUpdater.newUpdater(AtomicIntegerFieldUpdaterTest.class, "wide")); raises(IllegalArgumentException.class, () -> AtomicIntegerFieldUpdater.newUpdater(AtomicIntegerFieldUpdaterTest.class, "boxed")); }
    @Test void plainFieldRaises() { raises(IllegalArgumentException.class, () -> AtomicIntegerFieldUpdater.newUpdater(AtomicIntegerFieldUpdaterTest.class, "plain")); }
    @Test void nullsRaise() { raises(RuntimeException.class, () -> AtomicIntegerFieldUpdater.newUpdater(null, "value")); raises(RuntimeException.class, () -> AtomicIntegerFieldUpdater.newUpdater(AtomicIntegerFieldUpdaterTest.class, null)); }
    @Test void noObjectRaises() { raises(ClassCastException.class, () -> UP.get(null)); raises(ClassCastException.class, () -> UP.compareAndSet(null, 1, 2)); }
    @Test void nameInAVariable() { String name = "val"; name += of(1) == null ? "" : "ue"; eq(2, AtomicIntegerFieldUpdater.newUpdater(AtomicIntegerFieldUpdaterTest.class, name).incrementAndGet(this)); }
    @Test void updaterInAVariable() { AtomicIntegerFieldUpdater<AtomicIntegerFieldUpdaterTest> up = AtomicIntegerFieldUpdater.newUpdater(AtomicIntegerFieldUpdaterTest.class, "value"); eq(2, up.incrementAndGet(of(1))); }
    @Test void twoIncrementsAddUp() throws Exception { Thread t = go(() -> UP.incrementAndGet(this)); UP.incrementAndGet(this); t.join(); eq(2, value); }
    @Test void oneOfTwoCompareAndSetsWins() throws Exception { boolean[] won = new boolean[1]; Thread t = go(() -> won[0] = UP.compareAndSet(this, 0, 1)); boolean mine = UP.compareAndSet(this, 0, 2); t.join(); yes(mine != won[0]); }
    @Test void goesWithDirectAccess() throws Exception { Thread t = go(() -> value = 5); int old = UP.getAndAdd(this, 1); t.join(); yes(old == 0 ? value == 5 : value == 6); }
}
