package java.util.concurrent;

import commute.rt.Step;
import java.util.AbstractQueue;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.Spliterator;
import java.util.Spliterators;

/**
 * A queue without room as the checker has it: who comes gives to or takes from one that waits, in one step, or waits itself. Of those
 * that wait the last comes first, or the first if the queue is fair, as in the JDK. An interrupt is noticed only by who waits.
 */
public class SynchronousQueue<E> extends AbstractQueue<E> implements BlockingQueue<E>, java.io.Serializable {
    private final boolean fair;
    /** Who is next. Either all that wait give something or all want something. */
    private Waiter next;

    private static final class Waiter {
        /** What it gives, or what it was given. */
        Object item;
        boolean met;
        Waiter after;

        Waiter(Object item) {
            this.item = item;
        }
    }

    public SynchronousQueue() {
        this(false);
    }

    public SynchronousQueue(boolean fair) {
        this.fair = fair;
    }

    /** Gives `item`, or takes something if that is null. What was given or taken; null if nobody waits for that, or not in time. */
    private Object transfer(Object item, boolean waits, boolean timed) {
        Waiter me = waits ? new Waiter(item) : null;
        Step.begin();
        Waiter other = next;
        boolean meets = other != null && (other.item == null) != (item == null);
        Object result = null;
        if (meets) {
            next = other.after;
            other.after = null;
            result = item == null ? other.item : item;
            other.item = result;
            other.met = true;
        } else if (waits) {
            enter(me);
        }
        Step.end();
        return meets || !waits ? result : await(me, timed);
    }

    /** In a step. */
    private void enter(Waiter me) {
        if (next == null || !fair) {
            me.after = next;
            next = me;
            return;
        }
        Waiter at = next;
        while (at.after != null) {
            at = at.after;
        }
        at.after = me;
    }

    /** In a step. */
    private void leave(Waiter me) {
        if (next == me) {
            next = me.after;
        } else {
            Waiter at = next;
            while (at.after != me) {
                at = at.after;
            }
            at.after = me.after;
        }
        me.after = null;
    }

    /** Whether the time is up before somebody comes is not known: both happen. */
    private Object await(Waiter me, boolean timed) {
        if (timed) {
            Step.pause();
        }
        Step.begin();
        if (timed) {
            Step.untilOrTimeout(me.met || Step.interrupted());
        } else {
            Step.until(me.met || Step.interrupted());
        }
        Object result = null;
        if (me.met) {
            result = me.item;
        } else {
            leave(me);
        }
        Step.end();
        return result;
    }

    public void put(E e) throws InterruptedException {
        if (e == null) {
            throw new NullPointerException();
        }
        if (transfer(e, true, false) == null) {
            Thread.interrupted();
            throw new InterruptedException();
        }
    }

    public boolean offer(E e, long timeout, TimeUnit unit) throws InterruptedException {
        if (e == null) {
            throw new NullPointerException();
        }
        boolean waits = unit.toNanos(timeout) > 0;
        boolean given = transfer(e, waits, true) != null;
        if (!given) {
            notMet(waits);
        }
        return given;
    }

    private static void notMet(boolean waited) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (waited) {
            Step.tick();
        }
    }

    public boolean offer(E e) {
        if (e == null) {
            throw new NullPointerException();
        }
        return transfer(e, false, false) != null;
    }

    @SuppressWarnings("unchecked")
    public E take() throws InterruptedException {
        Object e = transfer(null, true, false);
        if (e == null) {
            Thread.interrupted();
            throw new InterruptedException();
        }
        return (E) e;
    }

    @SuppressWarnings("unchecked")
    public E poll(long timeout, TimeUnit unit) throws InterruptedException {
        boolean waits = unit.toNanos(timeout) > 0;
        Object e = transfer(null, waits, true);
        if (e == null) {
            notMet(waits);
        }
        return (E) e;
    }

    @SuppressWarnings("unchecked")
    public E poll() {
        return (E) transfer(null, false, false);
    }

    public boolean isEmpty() {
        return true;
    }

    public int size() {
        return 0;
    }

    public int remainingCapacity() {
        return 0;
    }

    public void clear() {
    }

    public boolean contains(Object o) {
        return false;
    }

    public boolean remove(Object o) {
        return false;
    }

    public boolean containsAll(Collection<?> c) {
        return c.isEmpty();
    }

    public boolean removeAll(Collection<?> c) {
        return false;
    }

    public boolean retainAll(Collection<?> c) {
        return false;
    }

    public E peek() {
        return null;
    }

    public Iterator<E> iterator() {
        return Collections.emptyIterator();
    }

    public Spliterator<E> spliterator() {
        return Spliterators.emptySpliterator();
    }

    public Object[] toArray() {
        return new Object[0];
    }

    public <T> T[] toArray(T[] a) {
        if (a.length > 0) {
            a[0] = null;
        }
        return a;
    }

    public String toString() {
        return "[]";
    }

    public int drainTo(Collection<? super E> c) {
        return drain(c, Integer.MAX_VALUE);
    }

    public int drainTo(Collection<? super E> c, int maxElements) {
        return drain(c, maxElements);
    }

    private int drain(Collection<? super E> c, int most) {
        if (c == null) {
            throw new NullPointerException();
        }
        if (c == this) {
            throw new IllegalArgumentException();
        }
        int count = 0;
        while (count < most) {
            E e = poll();
            if (e == null) {
                break;
            }
            c.add(e);
            count++;
        }
        return count;
    }
}
