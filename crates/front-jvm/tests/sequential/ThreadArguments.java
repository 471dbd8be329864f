import java.util.concurrent.*;
import java.util.concurrent.locks.*;

/** Methods of threads and monitors with arguments at the corners. */
public class ThreadArguments {
    interface Body { void run() throws Exception; }

    static void show(String what, Body body) {
        try {
            body.run();
            System.out.println(what + ": nothing");
        } catch (Throwable e) {
            // Those of the machine have messages of their own.
            boolean plain = e instanceof NullPointerException;
            System.out.println(what + ": " + (plain ? e.getClass().getName() : e.toString()) + " " + Thread.currentThread().isInterrupted());
        }
    }

    static void times() {
        Object o = new Object();
        long[] millis = {-1, 0, 1, Long.MIN_VALUE, Long.MAX_VALUE};
        int[] nanos = {-1, 0, 1, 999999, 1000000};
        Thread fresh = new Thread();
        for (long m : millis) {
            show("wait not held " + m, () -> o.wait(m));
            if (m < 0) {
                show("sleep " + m, () -> Thread.sleep(m));
                show("join " + m, () -> fresh.join(m));
                show("wait held " + m, () -> { synchronized (o) { o.wait(m); } });
            } else {
                show("join " + m, () -> fresh.join(m));
            }
            for (int n : nanos) {
                if (m < 0 || n < 0 || n > 999999) {
                    show("wait " + m + " " + n, () -> { synchronized (o) { o.wait(m, n); } });
                    show("sleep " + m + " " + n, () -> Thread.sleep(m, n));
                }
                // Java 11 has too many milliseconds there.
                if (m != Long.MAX_VALUE || n <= 0) {
                    show("join " + m + " " + n, () -> fresh.join(m, n));
                }
            }
        }
    }

    static void interrupted() {
        Thread me = Thread.currentThread();
        Object o = new Object();
        Thread fresh = new Thread();
        Body[] bodies = {
            () -> Thread.sleep(0), () -> Thread.sleep(5), () -> Thread.sleep(-1), () -> fresh.join(), () -> fresh.join(3),
            () -> me.join(3), () -> o.wait(), () -> o.wait(-1), () -> { synchronized (o) { o.wait(1); } },
            () -> { synchronized (o) { o.wait(0, -1); } }, () -> LockSupport.park(), () -> LockSupport.parkNanos(5),
            () -> TimeUnit.SECONDS.sleep(0), () -> TimeUnit.SECONDS.sleep(1), () -> TimeUnit.SECONDS.timedJoin(fresh, 1),
        };
        for (int i = 0; i < bodies.length; i++) {
            me.interrupt();
            show("interrupted " + i, bodies[i]);
            System.out.println(Thread.interrupted() + " " + Thread.interrupted());
        }
    }

    /** Without the number that newer versions of Java put there. */
    static String text(Thread t) {
        String text = t.toString();
        return text.startsWith("Thread[#") ? "Thread[" + text.substring(text.indexOf(',') + 1) : text;
    }

    static void states() throws Exception {
        Thread t = new Thread("t");
        System.out.println(t.getState() + " " + t.isAlive() + " " + t.isInterrupted() + " " + t.isDaemon() + " " + t.getPriority());
        t.interrupt();
        System.out.println(t.isInterrupted() + " " + text(t) + " " + t.getThreadGroup());
        t.start();
        t.join();
        System.out.println(t.getState() + " " + t.isAlive() + " " + t.isInterrupted() + " " + text(t) + " " + t.getThreadGroup());
        System.out.println(t.getUncaughtExceptionHandler() + " " + t.getStackTrace().length);
        show("start again", t::start);
        show("daemon", () -> t.setDaemon(true));
        System.out.println(t.isDaemon() + " " + Thread.currentThread().getState());
        show("daemon", () -> Thread.currentThread().setDaemon(true));
    }

    static void names() {
        show("name", () -> new Thread((String) null));
        show("name", () -> new Thread(() -> { }, null));
        show("name", () -> new Thread((ThreadGroup) null, (Runnable) null, null, 0));
        show("group", () -> new Thread((ThreadGroup) null, "x").start());
        show("set", () -> Thread.currentThread().setName(null));
        Thread a = new Thread(), named = new Thread("n"), b = new Thread((Runnable) null);
        System.out.println(a.getName() + named.getName() + b.getName() + text(a) + text(b));
        a.setName("other");
        System.out.println(a.getName() + new Thread().getName());
        for (int priority : new int[] {Integer.MIN_VALUE, 0, 1, 10, 11}) {
            show("priority " + priority, () -> a.setPriority(priority));
            System.out.println(a.getPriority());
        }
    }

    static void groups() {
        ThreadGroup main = Thread.currentThread().getThreadGroup();
        System.out.println(main + " " + main.getParent() + " " + main.getParent().getParent());
        ThreadGroup mine = new ThreadGroup("mine"), below = new ThreadGroup(mine, null);
        System.out.println(mine + " " + below + " " + below.getParent() + " " + mine.isDaemon() + " " + below.getMaxPriority());
        System.out.println(main.parentOf(below) + " " + below.parentOf(main) + " " + below.parentOf(below) + " " + mine.parentOf(null));
        show("group", () -> new ThreadGroup(null, "x"));
        System.out.println(new Thread(below, "x").getThreadGroup() == below);
        System.out.println(new Thread(below, "x").getUncaughtExceptionHandler() == below);
    }

    static void monitors() {
        Object o = new Object();
        show("notify", o::notify);
        show("notifyAll", o::notifyAll);
        show("holdsLock", () -> Thread.holdsLock(null));
        System.out.println(Thread.holdsLock(o));
        synchronized (o) { System.out.println(Thread.holdsLock(o)); }
        show("blocker", () -> LockSupport.getBlocker(null));
        show("unpark", () -> LockSupport.unpark(null));
        show("parkNanos", () -> LockSupport.parkNanos(-1));
        show("parkUntil", () -> LockSupport.parkUntil(0));
        show("synchronized", () -> { Object none = null; synchronized (none) { } });
    }

    public static void main(String[] args) throws Exception {
        times();
        interrupted();
        states();
        names();
        groups();
        monitors();
    }
}
