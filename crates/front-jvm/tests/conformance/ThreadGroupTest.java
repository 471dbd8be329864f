import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;

class ThreadGroupTest extends T {
    static ThreadGroup make() { return new ThreadGroup("g"); }

    @Test void nameIsKept() { eq("g", make().getName()); }
    @Test void parentIsTheCurrentOne() { same(Thread.currentThread().getThreadGroup(), make().getParent()); }
    @Test void parentIsGiven() { ThreadGroup g = make(), h = new ThreadGroup(g, "h"); same(g, h.getParent()); raises(NullPointerException.class, () -> new ThreadGroup(null, "h")); }
    @Test void parentOf() { ThreadGroup g = make(), h = new ThreadGroup(g, "h"); yes(g.parentOf(h)); yes(g.parentOf(g)); no(h.parentOf(g)); no(g.parentOf(null)); }
    @Test void threadsKnowIt() { ThreadGroup g = make(); same(g, new Thread(g, () -> { }).getThreadGroup()); same(g, new Thread(g, "a").getThreadGroup()); }
    @Test void threadsInheritIt() throws Exception { ThreadGroup g = make(); AtomicReference<ThreadGroup> r = new AtomicReference<>(); Thread t = new Thread(g, () -> r.set(new Thread().getThreadGroup())); t.start(); t.join(); same(g, r.get()); }
    @Test void nullIsTheCurrentOne() { same(Thread.currentThread().getThreadGroup(), new Thread((ThreadGroup) null, () -> { }).getThreadGroup()); }
    @Test void emptyAtFirst() { eq(0, make().activeCount()); eq(0, make().activeGroupCount()); eq(0, make().enumerate(new Thread[1])); eq(0, make().enumerate(new ThreadGroup[1])); }
    @Test void unstartedDoNotCount() { ThreadGroup g = make(); Thread t = new Thread(g, () -> { }); eq(0, g.activeCount()); eq(g, t.getThreadGroup()); }
    @Test void countsActive() throws Exception { ThreadGroup g = make(); CountDownLatch l = new CountDownLatch(1); Thread t = new Thread(g, () -> LatchUse.await(l)); t.start(); eq(1, g.activeCount()); l.countDown(); t.join(); eq(0, g.activeCount()); }
    @Test void enumeratesActive() throws Exception { ThreadGroup g = make(); CountDownLatch l = new CountDownLatch(1); Thread t = new Thread(g, () -> LatchUse.await(l)); t.start(); Thread[] all = new Thread[2]; eq(1, g.enumerate(all)); same(t, all[0]); eq(null, all[1]); l.countDown(); t.join(); }
    @Test void enumeratesBelow() throws Exception { ThreadGroup g = make(), h = new ThreadGroup(g, "h"); CountDownLatch l = new CountDownLatch(1); Thread t = new Thread(h, () -> LatchUse.await(l)); t.start(); Thread[] all = new Thread[2]; eq(1, g.enumerate(all, true)); eq(0, g.enumerate(all, false)); eq(1, g.activeCount()); l.countDown(); t.join(); }
    @Test void groupsBelow() { ThreadGroup g = make(), h = new ThreadGroup(g, "h"), i = new ThreadGroup(h, "i"); eq(2, g.activeGroupCount()); ThreadGroup[] all = new ThreadGroup[3]; eq(2, g.enumerate(all)); eq(1, g.enumerate(all, false)); same(h, all[0]); same(h, i.getParent()); }
    @Test void maxPriorityIsTen() { eq(Thread.MAX_PRIORITY, make().getMaxPriority()); }
    @Test void maxPriorityIsSet() { ThreadGroup g = make(), h = new ThreadGroup(g, "h"); g.setMaxPriority(4); eq(4, g.getMaxPriority()); eq(4, h.getMaxPriority()); Thread t = new Thread(g, () -> { }); t.setPriority(9); eq(4, t.getPriority()); g.setMaxPriority(99); eq(4, g.getMaxPriority()); }
    @Test void daemonIsKept() { ThreadGroup g = make(); no(g.isDaemon()); g.setDaemon(true); yes(g.isDaemon()); }
    @Test void interruptsAll() throws Exception { ThreadGroup g = make(); CountDownLatch in = new CountDownLatch(1); Thread t = new Thread(g, () -> { in.countDown(); raises(InterruptedException.class, () -> new CountDownLatch(1).await()); }); t.start(); in.await(); g.interrupt(); t.join(); }
    @Test void handlesWhatIsThrown() throws Exception { AtomicReference<Throwable> got = new AtomicReference<>(); ThreadGroup g = new ThreadGroup("g") { @Override public void uncaughtException(Thread t, Throwable e) { got.set(e); } }; Thread t = new Thread(g, () -> { throw new IllegalStateException(); }); t.start(); t.join(); yes(got.get() instanceof IllegalStateException); }
    @Test void parentHandlesWhatIsThrown() throws Exception { AtomicReference<Throwable> got = new AtomicReference<>(); ThreadGroup g = new ThreadGroup("g") { @Override public void uncaughtException(Thread t, Throwable e) { got.set(e); } }; ThreadGroup h = new ThreadGroup(g, "h"); Thread t = new Thread(h, () -> { throw new IllegalStateException(); }); t.start(); t.join(); yes(got.get() instanceof IllegalStateException); }
    @Test void toStringNamesIt() { eq("java.lang.ThreadGroup[name=g,maxpri=10]", make().toString()); }
    @Test void checkAccessPasses() { make().checkAccess(); }
}
