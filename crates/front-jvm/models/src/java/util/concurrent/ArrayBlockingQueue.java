package java.util.concurrent;

import commute.rt.Buffer;
import java.util.AbstractQueue;
import java.util.Collection;
import java.util.Iterator;
import java.util.Objects;
import java.util.Spliterator;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * A queue as the checker has it: what its lock makes one step is one step. Methods that run code of the program while they hold
 * the lock, and iterators, are the JDK's: who comes to a native method gets the JDK's class.
 */
public class ArrayBlockingQueue<E> extends AbstractQueue<E> implements BlockingQueue<E>, java.io.Serializable {
    /** Arrays that are longer may not be there to be had. */
    private static final int MANY = 1 << 20;

    private final Buffer buffer;

    public ArrayBlockingQueue(int capacity) {
        this(capacity, false);
    }

    /** Fair or not: nobody can tell who has waited longer. */
    public ArrayBlockingQueue(int capacity, boolean fair) {
        if (capacity <= 0) {
            throw new IllegalArgumentException();
        }
        if (capacity > MANY) {
            isTooLong();
        }
        buffer = new Buffer(capacity);
    }

    private static native void isTooLong();

    public ArrayBlockingQueue(int capacity, boolean fair, Collection<? extends E> c) {
        this(capacity, fair);
        try {
            for (E e : c) {
                Objects.requireNonNull(e);
                if (!buffer.offer(e)) {
                    throw new IllegalArgumentException();
                }
            }
        } catch (ArrayIndexOutOfBoundsException ofTheCollection) {
            throw new IllegalArgumentException();
        }
    }

    public boolean add(E e) {
        return super.add(e);
    }

    public void put(E e) throws InterruptedException {
        Objects.requireNonNull(e);
        buffer.put(e);
    }

    public boolean offer(E e) {
        Objects.requireNonNull(e);
        return buffer.offer(e);
    }

    public boolean offer(E e, long timeout, TimeUnit unit) throws InterruptedException {
        Objects.requireNonNull(e);
        return buffer.offer(e, timeout, unit);
    }

    @SuppressWarnings("unchecked")
    public E take() throws InterruptedException {
        return (E) buffer.take();
    }

    @SuppressWarnings("unchecked")
    public E poll() {
        return (E) buffer.poll();
    }

    @SuppressWarnings("unchecked")
    public E poll(long timeout, TimeUnit unit) throws InterruptedException {
        return (E) buffer.poll(timeout, unit);
    }

    @SuppressWarnings("unchecked")
    public E peek() {
        return (E) buffer.peek();
    }

    public int size() {
        return buffer.size();
    }

    public int remainingCapacity() {
        return buffer.remainingCapacity();
    }

    public void clear() {
        buffer.clear();
    }

    public native boolean remove(Object o);

    public native boolean contains(Object o);

    public native Object[] toArray();

    public native <T> T[] toArray(T[] a);

    public native String toString();

    public native int drainTo(Collection<? super E> c);

    public native int drainTo(Collection<? super E> c, int maxElements);

    public native Iterator<E> iterator();

    public native Spliterator<E> spliterator();

    public native void forEach(Consumer<? super E> action);

    public native boolean removeIf(Predicate<? super E> filter);

    public native boolean removeAll(Collection<?> c);

    public native boolean retainAll(Collection<?> c);
}
