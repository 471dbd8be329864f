import java.util.*;
import java.util.concurrent.atomic.*;

/** Causes and what is suppressed; updaters of fields that they do not like. */
public class Throwables {
    static class Quiet extends Exception {
        Quiet(boolean suppression, boolean trace) { super("quiet", null, suppression, trace); }
    }

    static class Resource implements AutoCloseable {
        final String name;
        Resource(String name) { this.name = name; }
        public void close() throws Exception { System.out.println("close " + name); throw new Exception(name); }
    }

    static void show(Throwable e) {
        System.out.println(e + " by " + e.getCause() + " beside " + Arrays.toString(e.getSuppressed()) + " " + e.getMessage());
    }

    static void causes() {
        show(new Throwable());
        show(new Exception("a", new Error("b")));
        show(new Exception(new Error("b")));
        show(new Exception((Throwable) null));
        show(new Error("a", null));
        show(new AssertionError(new Error("c")));
        show(new AssertionError("c", new Error("d")));
        Throwable[] all = {new Exception(), new Exception("a"), new Exception((Throwable) null), new Exception("a", null), new Exception(new Error())};
        for (Throwable e : all) {
            try { show(e.initCause(e)); } catch (RuntimeException x) { show(x); }
            try { show(e.initCause(new Error("cause"))); } catch (RuntimeException x) { show(x); }
            try { show(e.initCause(null)); } catch (RuntimeException x) { show(x); }
        }
    }

    static void suppressed() throws Exception {
        Exception e = new Exception("e");
        try { e.addSuppressed(e); } catch (RuntimeException x) { System.out.println(x + " " + (x.getCause() == e)); }
        try { e.addSuppressed(null); } catch (RuntimeException x) { show(x); }
        e.addSuppressed(new Error("1"));
        e.addSuppressed(new Error("2"));
        e.getSuppressed()[0] = null;
        show(e);
        Quiet quiet = new Quiet(false, false), loud = new Quiet(true, false);
        quiet.addSuppressed(e);
        loud.addSuppressed(e);
        show(quiet);
        show(loud);
        System.out.println(quiet.getStackTrace().length);
        try (Resource a = new Resource("a"); Resource b = new Resource("b")) {
            throw new IllegalStateException("body");
        } catch (IllegalStateException x) {
            show(x);
        }
        try (Resource a = new Resource("a"); Resource b = new Resource("b"); Resource none = null) {
            System.out.println("body");
        } catch (Exception x) {
            show(x);
        }
        int[] array = new int[0];
        try (Resource a = new Resource("a")) {
            array[1] = 2;
        } catch (ArrayIndexOutOfBoundsException x) {
            System.out.println(x.getSuppressed().length + " " + x.getCause());
        }
        e.setStackTrace(new StackTraceElement[0]);
        System.out.println(e.getStackTrace().length);
        try { e.setStackTrace(new StackTraceElement[1]); } catch (NullPointerException x) { show(x); }
    }

    volatile int number;
    volatile long wide;
    volatile String text;
    volatile short small;
    int plain;
    static volatile int shared;
    private volatile int hidden;

    static class Other { private volatile int hidden; volatile Object any; }

    interface Make { Object make(); }

    static void make(String what, Make make) {
        try {
            System.out.println(what + ": " + (make.make() != null));
        } catch (Throwable e) {
            System.out.println(what + ": " + e.getClass().getName() + " " + (e.getCause() != null ? e.getCause().getClass().getName() : e.getMessage() != null && e.getMessage().startsWith("Must") ? e.getMessage() : ""));
        }
    }

    static void updaters() {
        make("int", () -> AtomicIntegerFieldUpdater.newUpdater(Throwables.class, "number"));
        make("int of long", () -> AtomicIntegerFieldUpdater.newUpdater(Throwables.class, "wide"));
        make("int of short", () -> AtomicIntegerFieldUpdater.newUpdater(Throwables.class, "small"));
        make("int of text", () -> AtomicIntegerFieldUpdater.newUpdater(Throwables.class, "text"));
        make("plain", () -> AtomicIntegerFieldUpdater.newUpdater(Throwables.class, "plain"));
        make("static", () -> AtomicIntegerFieldUpdater.newUpdater(Throwables.class, "shared"));
        make("hidden", () -> AtomicIntegerFieldUpdater.newUpdater(Throwables.class, "hidden"));
        make("hidden in other", () -> AtomicIntegerFieldUpdater.newUpdater(Other.class, "hidden"));
        make("missing", () -> AtomicIntegerFieldUpdater.newUpdater(Throwables.class, "nothing"));
        make("hidden in library", () -> AtomicIntegerFieldUpdater.newUpdater(AtomicInteger.class, "value"));
        make("long", () -> AtomicLongFieldUpdater.newUpdater(Throwables.class, "wide"));
        make("long of int", () -> AtomicLongFieldUpdater.newUpdater(Throwables.class, "number"));
        make("text", () -> AtomicReferenceFieldUpdater.newUpdater(Throwables.class, String.class, "text"));
        make("text as object", () -> AtomicReferenceFieldUpdater.newUpdater(Throwables.class, Object.class, "text"));
        make("object", () -> AtomicReferenceFieldUpdater.newUpdater(Other.class, Object.class, "any"));
        make("object as text", () -> AtomicReferenceFieldUpdater.newUpdater(Other.class, String.class, "any"));
        AtomicIntegerFieldUpdater<Throwables> u = AtomicIntegerFieldUpdater.newUpdater(Throwables.class, "number");
        make("null", () -> u.get(null));
        Throwables t = new Throwables();
        System.out.println(u.incrementAndGet(t) + " " + u.getAndAdd(t, 5) + " " + u.compareAndSet(t, 6, 9) + " " + t.number);
    }

    public static void main(String[] args) throws Exception {
        causes();
        suppressed();
        updaters();
    }
}
