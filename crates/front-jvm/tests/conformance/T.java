import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** What the tests share. */
abstract class T {
    interface Body {
        void run() throws Throwable;
    }

    static final Integer ONE = 1;
    static final Integer TWO = 2;
    static final Integer THREE = 3;

    static void yes(boolean is) {
        if (!is) {
            throw new AssertionError();
        }
    }

    static void no(boolean is) {
        yes(!is);
    }

    static void eq(long expected, long actual) {
        yes(expected == actual);
    }

    static void eq(int expected, Integer actual) {
        yes(actual != null && expected == actual);
    }

    static void eq(Object expected, Object actual) {
        yes(expected == null ? actual == null : expected.equals(actual));
    }

    static void same(Object expected, Object actual) {
        yes(expected == actual);
    }

    static Throwable raises(Class<? extends Throwable> type, Body body) {
        try {
            body.run();
        } catch (Throwable thrown) {
            if (type.isInstance(thrown)) {
                return thrown;
            }
            T.<RuntimeException>raise(thrown);
        }
        throw new AssertionError("nothing was raised");
    }

    @SuppressWarnings("unchecked")
    static <E extends Throwable> void raise(Throwable thrown) throws E {
        throw (E) thrown;
    }

    /** A thread that is not started yet. */
    static Thread make(Body body) {
        return new Thread(() -> {
            try {
                body.run();
            } catch (Throwable thrown) {
                T.<RuntimeException>raise(thrown);
            }
        });
    }

    static Thread go(Body body) {
        Thread thread = make(body);
        thread.start();
        return thread;
    }

    /** Waits for what can only be a matter of time. */
    static void until(java.util.function.BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            Thread.yield();
        }
    }

    /** Interrupts a thread that waits or is about to, which notices it. */
    static void interrupted(Body body) throws InterruptedException {
        Thread thread = go(() -> raises(InterruptedException.class, body));
        thread.interrupt();
        thread.join();
    }

    /** The same for who was interrupted before. The status is cleared. */
    static void interruptedBefore(Body body) {
        Thread.currentThread().interrupt();
        raises(InterruptedException.class, body);
        no(Thread.currentThread().isInterrupted());
    }

    @SafeVarargs
    static <E> void elements(Iterable<E> all, E... expected) {
        Iterator<E> at = all.iterator();
        for (E one : expected) {
            yes(at.hasNext());
            eq(one, at.next());
        }
        no(at.hasNext());
    }

    @SafeVarargs
    static <E> List<E> list(E... elements) {
        List<E> list = new ArrayList<>();
        for (E one : elements) {
            list.add(one);
        }
        return list;
    }
}
