import java.util.concurrent.atomic.AtomicBoolean;

class AtomicBooleanTest extends T {
    static AtomicBoolean of(boolean value) { return new AtomicBoolean(value); }

    @Test void beginsWithFalse() { no(new AtomicBoolean().get()); }
    @Test void beginsWithAValue() { yes(of(true).get()); no(of(false).get()); }
    @Test void setChangesIt() { AtomicBoolean a = of(true); a.set(false); no(a.get()); a.set(true); yes(a.get()); }
    @Test void lazySetChangesIt() { AtomicBoolean a = of(true); a.lazySet(false); no(a.get()); }
    @Test void getAndSetGivesTheOldValue() { AtomicBoolean a = of(true); yes(a.getAndSet(false)); no(a.getAndSet(true)); yes(a.get()); }
    @Test void compareAndSetSucceeds() { AtomicBoolean a = of(true); yes(a.compareAndSet(true, false)); no(a.get()); }
    @Test void compareAndSetFails() { AtomicBoolean a = of(true); no(a.compareAndSet(false, true)); yes(a.get()); no(a.compareAndSet(false, false)); yes(a.get()); }
    @Test void compareAndSetOfTheSame() { AtomicBoolean a = of(true); yes(a.compareAndSet(true, true)); yes(a.get()); }
    @Test void weakCompareAndSetFails() { AtomicBoolean a = of(true); no(a.weakCompareAndSetPlain(false, true)); no(a.weakCompareAndSetVolatile(false, true)); no(a.weakCompareAndSetAcquire(false, true)); no(a.weakCompareAndSetRelease(false, true)); }
    @Test void weakCompareAndSetSucceedsSometime() { AtomicBoolean a = of(true); until(() -> a.weakCompareAndSetVolatile(true, false)); no(a.get()); until(() -> a.weakCompareAndSetPlain(false, true)); yes(a.get()); }
    @Test void compareAndExchangeGivesTheOldValue() { AtomicBoolean a = of(true); yes(a.compareAndExchange(false, true)); yes(a.compareAndExchange(true, false)); no(a.get()); }
    @Test void compareAndExchangeAcquire() { AtomicBoolean a = of(true); yes(a.compareAndExchangeAcquire(true, false)); no(a.get()); }
    @Test void compareAndExchangeRelease() { AtomicBoolean a = of(true); yes(a.compareAndExchangeRelease(true, false)); no(a.get()); }
    @Test void plainAccess() { AtomicBoolean a = of(true); a.setPlain(false); no(a.getPlain()); }
    @Test void opaqueAccess() { AtomicBoolean a = of(true); a.setOpaque(false); no(a.getOpaque()); }
    @Test void acquireAndRelease() { AtomicBoolean a = of(true); a.setRelease(false); no(a.getAcquire()); }
    @Test void toStringIsTheValue() { eq("true", of(true).toString()); eq("false", of(false).toString()); }
    @Test void equalsIsIdentity() { no(of(true).equals(of(true))); }
    @Test void oneOfTwoCompareAndSetsWins() throws Exception { AtomicBoolean a = of(false); boolean[] won = new boolean[1]; Thread t = go(() -> won[0] = a.compareAndSet(false, true)); boolean mine = a.compareAndSet(false, true); t.join(); yes(mine != won[0]); yes(a.get()); }
    @Test void oneOfTwoGetAndSetsWins() throws Exception { AtomicBoolean a = of(false); boolean[] lost = new boolean[1]; Thread t = go(() -> lost[0] = a.getAndSet(true)); boolean mine = a.getAndSet(true); t.join(); yes(mine != lost[0]); }
    @Test void whatIsReadWasPublished() throws Exception { AtomicBoolean a = of(false); int[] data = new int[1]; Thread t = go(() -> { data[0] = 5; a.set(true); }); if (a.get()) { eq(5, data[0]); } t.join(); }
    @Test void waitsForAFlag() throws Exception { AtomicBoolean a = of(false); Thread t = go(() -> a.set(true)); until(a::get); t.join(); }
}
