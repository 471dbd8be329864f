import java.util.concurrent.Exchanger;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

class ExchangerTest extends T {
    static Exchanger<String> make() { return new Exchanger<>(); }

    @Test void twoExchange() throws Exception { Exchanger<String> e = make(); Thread t = go(() -> eq("b", e.exchange("a"))); eq("a", e.exchange("b")); t.join(); }
    @Test void nullIsExchanged() throws Exception { Exchanger<String> e = make(); Thread t = go(() -> eq("b", e.exchange(null))); eq(null, e.exchange("b")); t.join(); }
    @Test void bothNull() throws Exception { Exchanger<String> e = make(); Thread t = go(() -> eq(null, e.exchange(null))); eq(null, e.exchange(null)); t.join(); }
    @Test void exchangeTwice() throws Exception { Exchanger<String> e = make(); Thread t = go(() -> { eq("b", e.exchange("a")); eq("d", e.exchange("c")); }); eq("a", e.exchange("b")); eq("c", e.exchange("d")); t.join(); }
    @Test void blocksAlone() throws Exception { make().exchange("a"); }
    @Test void blocksAfterOneExchange() throws Exception { Exchanger<String> e = make(); go(() -> e.exchange("a")); e.exchange("b"); e.exchange("c"); }
    @Test void blocksTheThirdOfThree() throws Exception { Exchanger<String> e = make(); Thread t = go(() -> e.exchange("a")), u = go(() -> e.exchange("b")); e.exchange("c"); t.join(); u.join(); }
    @Test void timedAloneRaises() { raises(TimeoutException.class, () -> make().exchange("a", 1, TimeUnit.MILLISECONDS)); }
    @Test void withoutTimeRaises() { raises(TimeoutException.class, () -> make().exchange("a", 0, TimeUnit.MILLISECONDS)); raises(TimeoutException.class, () -> make().exchange("a", -1, TimeUnit.MILLISECONDS)); }
    @Test void timedNeedsAUnit() { raises(NullPointerException.class, () -> make().exchange("a", 1, null)); }
    @Test void interruptedAlone() throws Exception { Exchanger<String> e = make(); interrupted(() -> e.exchange("a")); }
    @Test void interruptedBeforeAlone() { interruptedBefore(() -> make().exchange("a")); }
    @Test void interruptedBeforeTimed() { interruptedBefore(() -> make().exchange("a", 1, TimeUnit.SECONDS)); }
    @Test void timedMeetsOrNot() throws Exception { Exchanger<String> e = make(); String[] got = new String[1]; Thread t = go(() -> { try { got[0] = e.exchange("a", 1, TimeUnit.SECONDS); } catch (TimeoutException late) { got[0] = "late"; } }); String mine; try { mine = e.exchange("b", 1, TimeUnit.SECONDS); } catch (TimeoutException late) { mine = "late"; } t.join(); yes(mine.equals("a") ? got[0].equals("b") : mine.equals("late") && got[0].equals("late")); }
    @Test void handsOverWhatWasWritten() throws Exception { Exchanger<int[]> e = new Exchanger<>(); Thread t = go(() -> { int[] mine = {1}; int[] other = e.exchange(mine); eq(2, other[0]); }); int[] mine = {2}; eq(1, e.exchange(mine)[0]); t.join(); }
    @Test void fourExchangeInPairs() throws Exception { Exchanger<Integer> e = new Exchanger<>(); int[] got = new int[2]; Thread t = go(() -> got[0] = e.exchange(1)); got[1] = e.exchange(2); t.join(); eq(2, got[0]); eq(1, got[1]); }
    @Test void sameObjectComes() throws Exception { Exchanger<Object> e = new Exchanger<>(); Object a = new Object(), b = new Object(); Thread t = go(() -> same(b, e.exchange(a))); same(a, e.exchange(b)); t.join(); }
    @Test void afterATimeoutAnotherMeets() throws Exception { Exchanger<String> e = make(); raises(TimeoutException.class, () -> e.exchange("x", 1, TimeUnit.MILLISECONDS)); Thread t = go(() -> eq("b", e.exchange("a"))); eq("a", e.exchange("b")); t.join(); }
    @Test void afterAnInterruptAnotherMeets() throws Exception { Exchanger<String> e = make(); interruptedBefore(() -> e.exchange("x")); Thread t = go(() -> eq("b", e.exchange("a"))); eq("a", e.exchange("b")); t.join(); }
    @Test void twoExchangersAreIndependent() throws Exception { Exchanger<String> e = make(), f = make(); Thread t = go(() -> { eq("b", e.exchange("a")); eq("d", f.exchange("c")); }); eq("a", e.exchange("b")); eq("c", f.exchange("d")); t.join(); }
}
