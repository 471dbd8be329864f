import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

class ThreadLocalTest extends T {
    @Test void beginsWithNull() { eq(null, new ThreadLocal<String>().get()); }
    @Test void setIsGot() { ThreadLocal<String> l = new ThreadLocal<>(); l.set("a"); eq("a", l.get()); l.set("b"); eq("b", l.get()); }
    @Test void setOfNull() { ThreadLocal<String> l = ThreadLocal.withInitial(() -> "i"); l.set(null); eq(null, l.get()); }
    @Test void removeForgets() { ThreadLocal<String> l = new ThreadLocal<>(); l.set("a"); l.remove(); eq(null, l.get()); l.remove(); }
    @Test void initialValueIsMadeWhenAsked() { AtomicInteger n = new AtomicInteger(); ThreadLocal<Integer> l = ThreadLocal.withInitial(n::incrementAndGet); eq(0, n.get()); eq(1, l.get()); eq(1, l.get()); eq(1, n.get()); }
    @Test void initialValueIsMadeAgainAfterRemove() { AtomicInteger n = new AtomicInteger(); ThreadLocal<Integer> l = ThreadLocal.withInitial(n::incrementAndGet); l.get(); l.remove(); eq(2, l.get()); }
    @Test void initialValueIsNotMadeAfterSet() { ThreadLocal<String> l = ThreadLocal.withInitial(() -> { throw new AssertionError(); }); l.set("a"); eq("a", l.get()); }
    @Test void withInitialOfNullRaises() { raises(NullPointerException.class, () -> ThreadLocal.withInitial(null)); }
    @Test void initialValueOfSubclass() { ThreadLocal<String> l = new ThreadLocal<>() { @Override protected String initialValue() { return "s"; } }; eq("s", l.get()); }
    @Test void initialValueThatThrows() { ThreadLocal<String> l = ThreadLocal.withInitial(() -> { throw new IllegalStateException(); }); raises(IllegalStateException.class, l::get); raises(IllegalStateException.class, l::get); }
    @Test void twoAreIndependent() { ThreadLocal<String> l = new ThreadLocal<>(), m = new ThreadLocal<>(); l.set("a"); m.set("b"); eq("a", l.get()); eq("b", m.get()); l.remove(); eq("b", m.get()); }
    @Test void threadsHaveTheirOwn() throws Exception { ThreadLocal<String> l = new ThreadLocal<>(); l.set("a"); Thread t = go(() -> { eq(null, l.get()); l.set("b"); eq("b", l.get()); }); t.join(); eq("a", l.get()); }
    @Test void initialValuesOfThreads() throws Exception { AtomicInteger n = new AtomicInteger(); ThreadLocal<Integer> l = ThreadLocal.withInitial(n::incrementAndGet); int[] got = new int[1]; Thread t = go(() -> got[0] = l.get()); int mine = l.get(); t.join(); eq(3, mine + got[0]); }
    @Test void isNotInherited() throws Exception { ThreadLocal<String> l = new ThreadLocal<>(); l.set("a"); Thread t = go(() -> eq(null, l.get())); t.join(); }
    @Test void removeOfAnotherThread() throws Exception { ThreadLocal<String> l = new ThreadLocal<>(); l.set("a"); Thread t = go(l::remove); t.join(); eq("a", l.get()); }
    @Test void manyAreKept() { ThreadLocal<?>[] all = new ThreadLocal<?>[20]; for (int i = 0; i < 20; i++) { ThreadLocal<Integer> l = new ThreadLocal<>(); l.set(i); all[i] = l; } for (int i = 0; i < 20; i++) { eq((Object) i, all[i].get()); } }
    @Test void counterOfEachThread() throws Exception { ThreadLocal<int[]> l = ThreadLocal.withInitial(() -> new int[1]); Body add = () -> { l.get()[0]++; l.get()[0]++; eq(2, l.get()[0]); }; Thread t = go(add), u = go(add); t.join(); u.join(); eq(0, l.get()[0]); }
    @Test void staysInAPoolsThread() throws Exception { ExecutorService e = Executors.newSingleThreadExecutor(); ThreadLocal<String> l = new ThreadLocal<>(); e.submit(() -> l.set("a")).get(); eq("a", e.submit(l::get).get()); eq(null, l.get()); e.shutdown(); }
    @Test void initialValueUsesAnother() { ThreadLocal<Integer> a = ThreadLocal.withInitial(() -> 1), b = ThreadLocal.withInitial(() -> a.get() + 1); eq(2, b.get()); eq(1, a.get()); }
    @Test void sharedObjectIsShared() throws Exception { ThreadLocal<AtomicInteger> l = new ThreadLocal<>(); AtomicInteger n = new AtomicInteger(); Body add = () -> { l.set(n); l.get().incrementAndGet(); }; Thread t = go(add), u = go(add); t.join(); u.join(); eq(2, n.get()); }
}
