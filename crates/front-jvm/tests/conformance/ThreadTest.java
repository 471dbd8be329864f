import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

class ThreadTest extends T {
    @Test void runOfTarget() { int[] x = new int[1]; new Thread(() -> x[0]++).run(); eq(1, x[0]); new Thread().run(); }
    @Test void startRuns() throws Exception { int[] x = new int[1]; Thread t = new Thread(() -> x[0] = 5); t.start(); t.join(); eq(5, x[0]); }
    @Test void startOfSubclass() throws Exception { int[] x = new int[1]; Thread t = new Thread() { @Override public void run() { x[0] = 5; } }; t.start(); t.join(); eq(5, x[0]); }
    @Test void startTwiceRaises() throws Exception { Thread t = new Thread(); t.start(); raises(IllegalThreadStateException.class, t::start); t.join(); raises(IllegalThreadStateException.class, t::start); }
    @Test void startPublishes() throws Exception { int[] x = new int[1]; x[0] = 5; Thread t = go(() -> eq(5, x[0])); t.join(); }
    @Test void currentThreadIsItself() throws Exception { AtomicReference<Thread> r = new AtomicReference<>(); Thread t = go(() -> r.set(Thread.currentThread())); t.join(); same(t, r.get()); no(Thread.currentThread() == t); }
    @Test void isAliveBetween() throws Exception { Thread t = make(() -> yes(Thread.currentThread().isAlive())); no(t.isAlive()); t.start(); t.join(); no(t.isAlive()); }
    @Test void isAliveWhileItWaits() throws Exception { CountDownLatch l = new CountDownLatch(1); Thread t = go(l::await); yes(t.isAlive()); l.countDown(); t.join(); }
    @Test void joinOfUnstarted() throws Exception { new Thread().join(); new Thread().join(1); }
    @Test void joinOfEnded() throws Exception { Thread t = go(() -> { }); t.join(); t.join(); t.join(1); t.join(1, 1); }
    @Test void joinTimesAreChecked() { raises(IllegalArgumentException.class, () -> new Thread().join(-1)); raises(IllegalArgumentException.class, () -> new Thread().join(1, -1)); raises(IllegalArgumentException.class, () -> new Thread().join(1, 1000000)); }
    @Test void blocksInJoinOfItself() throws Exception { Thread.currentThread().join(); }
    @Test void timedJoinEnds() throws Exception { Thread.currentThread().join(1); }
    @Test void joinIsInterrupted() throws Exception { CountDownLatch l = new CountDownLatch(1); Thread t = go(l::await); interrupted(t::join); l.countDown(); t.join(); }
    @Test void joinIsInterruptedBefore() throws Exception { CountDownLatch l = new CountDownLatch(1); Thread t = go(l::await); interruptedBefore(t::join); l.countDown(); t.join(); }
    @Test void interruptSetsTheStatus() { Thread.currentThread().interrupt(); yes(Thread.currentThread().isInterrupted()); yes(Thread.currentThread().isInterrupted()); yes(Thread.interrupted()); no(Thread.interrupted()); }
    @Test void interruptOfAnother() throws Exception { AtomicBoolean seen = new AtomicBoolean(); Thread t = go(() -> { until(() -> Thread.currentThread().isInterrupted()); seen.set(true); }); t.interrupt(); t.join(); yes(seen.get()); }
    @Test void sleepEnds() throws Exception { Thread.sleep(1); Thread.sleep(0); Thread.sleep(1, 1); }
    @Test void sleepTimesAreChecked() { raises(IllegalArgumentException.class, () -> Thread.sleep(-1)); raises(IllegalArgumentException.class, () -> Thread.sleep(1, -1)); raises(IllegalArgumentException.class, () -> Thread.sleep(1, 1000000)); }
    @Test void sleepIsInterruptedBefore() { interruptedBefore(() -> Thread.sleep(1000)); interruptedBefore(() -> Thread.sleep(1000, 1)); }
    @Test void yieldGoesOn() { Thread.yield(); Thread.onSpinWait(); }
    @Test void namesAreKept() { Thread t = new Thread("a"); eq("a", t.getName()); t.setName("b"); eq("b", t.getName()); eq("c", new Thread(() -> { }, "c").getName()); raises(NullPointerException.class, () -> t.setName(null)); raises(NullPointerException.class, () -> new Thread((String) null)); }
    @Test void namesAreMade() { yes(new Thread().getName().startsWith("Thread-")); no(new Thread().getName().equals(new Thread().getName())); }
    @Test void idsDiffer() { Thread a = new Thread(), b = new Thread(); yes(a.getId() != b.getId()); eq(a.getId(), a.getId()); yes(a.getId() > 0); }
    @Test void prioritiesAreKept() { Thread t = new Thread(); eq(Thread.NORM_PRIORITY, t.getPriority()); t.setPriority(Thread.MAX_PRIORITY); eq(Thread.MAX_PRIORITY, t.getPriority()); t.setPriority(Thread.MIN_PRIORITY); eq(Thread.MIN_PRIORITY, t.getPriority()); raises(IllegalArgumentException.class, () -> t.setPriority(0)); raises(IllegalArgumentException.class, () -> t.setPriority(11)); }
    @Test void priorityIsInherited() throws Exception { Thread t = new Thread(() -> eq(7, new Thread().getPriority())); t.setPriority(7); t.start(); t.join(); }
    @Test void daemonIsKept() { Thread t = new Thread(); t.setDaemon(true); yes(t.isDaemon()); t.setDaemon(false); no(t.isDaemon()); }
    @Test void daemonIsInherited() throws Exception { Thread t = new Thread(() -> yes(new Thread().isDaemon())); t.setDaemon(true); t.start(); t.join(); }
    @Test void daemonOfRunningRaises() throws Exception { CountDownLatch l = new CountDownLatch(1); Thread t = go(l::await); raises(IllegalThreadStateException.class, () -> t.setDaemon(true)); l.countDown(); t.join(); }
    @Test void stateOfNew() { same(Thread.State.NEW, new Thread().getState()); }
    @Test void stateOfEnded() throws Exception { Thread t = go(() -> { }); t.join(); same(Thread.State.TERMINATED, t.getState()); }
    @Test void stateOfRunning() { same(Thread.State.RUNNABLE, Thread.currentThread().getState()); }
    @Test void stateOfWaiting() throws Exception { Object o = new Object(); AtomicBoolean go = new AtomicBoolean(); Thread t = go(() -> { synchronized (o) { while (!go.get()) { o.wait(); } } }); until(() -> t.getState() == Thread.State.WAITING); synchronized (o) { go.set(true); o.notify(); } t.join(); }
    @Test void stateOfTimedWaiting() throws Exception { Thread t = go(() -> { try { Thread.sleep(100000); } catch (InterruptedException e) { } }); until(() -> t.getState() == Thread.State.TIMED_WAITING || t.getState() == Thread.State.TERMINATED); t.interrupt(); t.join(); }
    @Test void stateOfBlocked() throws Exception { Object o = new Object(); Thread t; synchronized (o) { t = go(() -> { synchronized (o) { } }); Thread u = t; until(() -> u.getState() == Thread.State.BLOCKED); } t.join(); }
    @Test void stateOfParked() throws Exception { AtomicBoolean go = new AtomicBoolean(); Thread t = go(() -> { while (!go.get()) { LockSupport.park(); } }); until(() -> t.getState() == Thread.State.WAITING); go.set(true); LockSupport.unpark(t); t.join(); }
    @Test void stateOfWaitingForALock() throws Exception { ReentrantLock l = new ReentrantLock(); l.lock(); Thread t = go(() -> { l.lock(); l.unlock(); }); until(() -> t.getState() == Thread.State.WAITING); l.unlock(); t.join(); }
    @Test void stateOfJoining() throws Exception { CountDownLatch l = new CountDownLatch(1); Thread t = go(l::await), u = go(t::join); until(() -> u.getState() == Thread.State.WAITING); l.countDown(); t.join(); u.join(); }
    @Test void holdsLock() { Object o = new Object(); no(Thread.holdsLock(o)); synchronized (o) { yes(Thread.holdsLock(o)); } no(Thread.holdsLock(o)); raises(NullPointerException.class, () -> Thread.holdsLock(null)); }
    @Test void handlerGetsWhatIsThrown() throws Exception { RuntimeException e = new IllegalStateException(); AtomicReference<Throwable> got = new AtomicReference<>(); Thread t = new Thread(() -> { throw e; }); t.setUncaughtExceptionHandler((u, x) -> { same(t, u); got.set(x); }); t.start(); t.join(); same(e, got.get()); }
    @Test void handlerIsKept() { Thread t = new Thread(); same(t.getThreadGroup(), t.getUncaughtExceptionHandler()); Thread.UncaughtExceptionHandler h = (u, x) -> { }; t.setUncaughtExceptionHandler(h); same(h, t.getUncaughtExceptionHandler()); }
    @Test void defaultHandlerGetsWhatIsThrown() throws Exception { AtomicReference<Throwable> got = new AtomicReference<>(); Thread.setDefaultUncaughtExceptionHandler((u, x) -> got.set(x)); Thread t = new Thread(() -> { throw new IllegalStateException(); }); t.start(); t.join(); yes(got.get() instanceof IllegalStateException); Thread.setDefaultUncaughtExceptionHandler(null); eq(null, Thread.getDefaultUncaughtExceptionHandler()); }
    @Test void failureEndsTheThread() throws Exception { Thread t = new Thread(() -> { throw new IllegalStateException(); }); t.setUncaughtExceptionHandler((u, x) -> { }); t.start(); t.join(); no(t.isAlive()); }
    @Test void activeCountCounts() throws Exception { int before = Thread.activeCount(); yes(before >= 1); CountDownLatch l = new CountDownLatch(1); Thread t = go(l::await); eq(before + 1, Thread.activeCount()); l.countDown(); t.join(); }
    @Test void enumerateListsThem() throws Exception { CountDownLatch l = new CountDownLatch(1); Thread t = go(l::await); Thread[] all = new Thread[9]; int n = Thread.enumerate(all); boolean me = false, it = false; for (int i = 0; i < n; i++) { me |= all[i] == Thread.currentThread(); it |= all[i] == t; } yes(me && it); l.countDown(); t.join(); }
    @Test void groupIsInherited() throws Exception { same(Thread.currentThread().getThreadGroup(), new Thread().getThreadGroup()); Thread t = go(() -> { }); t.join(); eq(null, t.getThreadGroup()); }
    @Test void toStringNamesIt() { yes(new Thread("a").toString().contains("a,5,")); }
    @Test void stackTraceOfUnstarted() { eq(0, new Thread().getStackTrace().length); }
    @Test void contextClassLoaderIsKept() { Thread t = new Thread(); t.setContextClassLoader(null); eq(null, t.getContextClassLoader()); }
    @Test void checkAccessPasses() { new Thread().checkAccess(); }
    @Test void cloneRaises() { raises(CloneNotSupportedException.class, () -> new Thread() { Object copy() throws Exception { return clone(); } }.copy()); }
    @Test void interruptBeforeStart() throws Exception { Thread t = make(() -> yes(Thread.interrupted())); t.interrupt(); t.start(); t.join(); }
}
