import java.util.concurrent.atomic.AtomicInteger;

class InheritableThreadLocalTest extends T {
    static InheritableThreadLocal<String> of(String s) { InheritableThreadLocal<String> l = new InheritableThreadLocal<>(); l.set(s); return l; }

    @Test void beginsWithNull() { eq(null, new InheritableThreadLocal<String>().get()); }
    @Test void setIsGot() { InheritableThreadLocal<String> l = of("a"); eq("a", l.get()); l.set("b"); eq("b", l.get()); }
    @Test void removeForgets() { InheritableThreadLocal<String> l = of("a"); l.remove(); eq(null, l.get()); }
    @Test void initialValue() { InheritableThreadLocal<String> l = new InheritableThreadLocal<>() { @Override protected String initialValue() { return "i"; } }; eq("i", l.get()); }
    @Test void childInherits() throws Exception { InheritableThreadLocal<String> l = of("a"); Thread t = go(() -> eq("a", l.get())); t.join(); }
    @Test void inheritedWhenMade() throws Exception { InheritableThreadLocal<String> l = of("a"); Thread t = make(() -> eq("a", l.get())); l.set("b"); t.start(); t.join(); eq("b", l.get()); }
    @Test void childChangesItsOwn() throws Exception { InheritableThreadLocal<String> l = of("a"); Thread t = go(() -> { l.set("b"); eq("b", l.get()); }); t.join(); eq("a", l.get()); }
    @Test void childRemovesItsOwn() throws Exception { InheritableThreadLocal<String> l = of("a"); Thread t = go(() -> { l.remove(); eq(null, l.get()); }); t.join(); eq("a", l.get()); }
    @Test void grandchildInherits() throws Exception { InheritableThreadLocal<String> l = of("a"); Thread t = go(() -> { Thread u = go(() -> eq("a", l.get())); u.join(); }); t.join(); }
    @Test void grandchildInheritsOfTheChild() throws Exception { InheritableThreadLocal<String> l = of("a"); Thread t = go(() -> { l.set("b"); Thread u = go(() -> eq("b", l.get())); u.join(); }); t.join(); eq("a", l.get()); }
    @Test void nothingToInherit() throws Exception { InheritableThreadLocal<String> l = new InheritableThreadLocal<>(); Thread t = go(() -> eq(null, l.get())); t.join(); }
    @Test void removedIsNotInherited() throws Exception { InheritableThreadLocal<String> l = of("a"); l.remove(); Thread t = go(() -> eq(null, l.get())); t.join(); }
    @Test void childValueChanges() throws Exception { InheritableThreadLocal<String> l = new InheritableThreadLocal<>() { @Override protected String childValue(String p) { return p + "c"; } }; l.set("a"); Thread t = go(() -> eq("ac", l.get())); t.join(); eq("a", l.get()); }
    @Test void childValueIsMadeByTheParent() throws Exception { Thread me = Thread.currentThread(); InheritableThreadLocal<String> l = new InheritableThreadLocal<>() { @Override protected String childValue(String p) { same(me, Thread.currentThread()); return p; } }; l.set("a"); Thread t = go(() -> eq("a", l.get())); t.join(); }
    @Test void initialValueOfTheChild() throws Exception { AtomicInteger n = new AtomicInteger(); InheritableThreadLocal<Integer> l = new InheritableThreadLocal<>() { @Override protected Integer initialValue() { return n.incrementAndGet(); } }; Thread t = go(() -> eq(1, l.get())); t.join(); eq(2, l.get()); }
    @Test void usedInitialValueIsInherited() throws Exception { InheritableThreadLocal<String> l = new InheritableThreadLocal<>() { @Override protected String initialValue() { return "i"; } }; l.get(); Thread t = go(() -> eq("i", l.get())); t.join(); }
    @Test void notInheritedIfNotWanted() throws Exception { InheritableThreadLocal<String> l = of("a"); Thread t = new Thread(null, () -> eq(null, l.get()), "n", 0, false); t.start(); t.join(); }
    @Test void inheritedIfWanted() throws Exception { InheritableThreadLocal<String> l = of("a"); Thread t = new Thread(null, () -> eq("a", l.get()), "n", 0, true); t.start(); t.join(); }
    @Test void twoAreIndependent() throws Exception { InheritableThreadLocal<String> l = of("a"), m = of("b"); Thread t = go(() -> { eq("a", l.get()); eq("b", m.get()); l.set("c"); eq("b", m.get()); }); t.join(); }
    @Test void besideAPlainOne() throws Exception { InheritableThreadLocal<String> l = of("a"); ThreadLocal<String> p = new ThreadLocal<>(); p.set("b"); Thread t = go(() -> { eq("a", l.get()); eq(null, p.get()); }); t.join(); }
}
