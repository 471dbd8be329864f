package java.util.concurrent;

import commute.rt.Ends;
import java.util.AbstractQueue;
import java.util.Collection;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * A queue with two ends as the checker has it: what its lock makes one step is one step. Methods that run code of the program while
 * they hold the lock, and iterators, are the JDK's: who comes to a native method gets the JDK's class.
 */
public class LinkedBlockingDeque<E> extends AbstractQueue<E> implements BlockingDeque<E>, java.io.Serializable {
    private final Ends ends;

    public LinkedBlockingDeque() {
        this(Integer.MAX_VALUE);
    }

    public LinkedBlockingDeque(int capacity) {
        if (capacity <= 0) {
            throw new IllegalArgumentException();
        }
        ends = new Ends(capacity);
    }

    public LinkedBlockingDeque(Collection<? extends E> c) {
        this(Integer.MAX_VALUE);
        for (E e : c) {
            offerLast(e);
        }
    }

    public void addFirst(E e) {
        if (!offerFirst(e)) {
            throw new IllegalStateException("Deque full");
        }
    }

    public void addLast(E e) {
        if (!offerLast(e)) {
            throw new IllegalStateException("Deque full");
        }
    }

    public boolean offerFirst(E e) {
        if (e == null) {
            throw new NullPointerException();
        }
        return ends.offerFirst(e);
    }

    public boolean offerLast(E e) {
        if (e == null) {
            throw new NullPointerException();
        }
        return ends.offer(e);
    }

    public void putFirst(E e) throws InterruptedException {
        if (e == null) {
            throw new NullPointerException();
        }
        ends.putFirst(e);
    }

    public void putLast(E e) throws InterruptedException {
        if (e == null) {
            throw new NullPointerException();
        }
        ends.put(e);
    }

    public boolean offerFirst(E e, long timeout, TimeUnit unit) throws InterruptedException {
        if (e == null) {
            throw new NullPointerException();
        }
        return ends.offerFirst(e, timeout, unit);
    }

    public boolean offerLast(E e, long timeout, TimeUnit unit) throws InterruptedException {
        if (e == null) {
            throw new NullPointerException();
        }
        return ends.offer(e, timeout, unit);
    }

    public E removeFirst() {
        return there(pollFirst());
    }

    public E removeLast() {
        return there(pollLast());
    }

    @SuppressWarnings("unchecked")
    public E pollFirst() {
        return (E) ends.poll();
    }

    @SuppressWarnings("unchecked")
    public E pollLast() {
        return (E) ends.pollLast();
    }

    @SuppressWarnings("unchecked")
    public E takeFirst() throws InterruptedException {
        return (E) ends.take();
    }

    @SuppressWarnings("unchecked")
    public E takeLast() throws InterruptedException {
        return (E) ends.takeLast();
    }

    @SuppressWarnings("unchecked")
    public E pollFirst(long timeout, TimeUnit unit) throws InterruptedException {
        return (E) ends.poll(timeout, unit);
    }

    @SuppressWarnings("unchecked")
    public E pollLast(long timeout, TimeUnit unit) throws InterruptedException {
        return (E) ends.pollLast(timeout, unit);
    }

    public E getFirst() {
        return there(peekFirst());
    }

    public E getLast() {
        return there(peekLast());
    }

    @SuppressWarnings("unchecked")
    public E peekFirst() {
        return (E) ends.peek();
    }

    @SuppressWarnings("unchecked")
    public E peekLast() {
        return (E) ends.peekLast();
    }

    public boolean add(E e) {
        addLast(e);
        return true;
    }

    public boolean offer(E e) {
        return offerLast(e);
    }

    public void put(E e) throws InterruptedException {
        putLast(e);
    }

    public boolean offer(E e, long timeout, TimeUnit unit) throws InterruptedException {
        return offerLast(e, timeout, unit);
    }

    public E remove() {
        return removeFirst();
    }

    public E poll() {
        return pollFirst();
    }

    public E take() throws InterruptedException {
        return takeFirst();
    }

    public E poll(long timeout, TimeUnit unit) throws InterruptedException {
        return pollFirst(timeout, unit);
    }

    public E element() {
        return getFirst();
    }

    public E peek() {
        return peekFirst();
    }

    public void push(E e) {
        addFirst(e);
    }

    public E pop() {
        return removeFirst();
    }

    public int size() {
        return ends.size();
    }

    public int remainingCapacity() {
        return ends.remainingCapacity();
    }

    public void clear() {
        ends.clear();
    }

    private static <T> T there(T e) {
        if (e == null) {
            throw new NoSuchElementException();
        }
        return e;
    }

    public native boolean removeFirstOccurrence(Object o);

    public native boolean removeLastOccurrence(Object o);

    public native boolean remove(Object o);

    public native boolean contains(Object o);

    public native boolean addAll(Collection<? extends E> c);

    public native Object[] toArray();

    public native <T> T[] toArray(T[] a);

    public native String toString();

    public native int drainTo(Collection<? super E> c);

    public native int drainTo(Collection<? super E> c, int maxElements);

    public native Iterator<E> iterator();

    public native Iterator<E> descendingIterator();

    public native Spliterator<E> spliterator();

    public native void forEach(Consumer<? super E> action);

    public native boolean removeIf(Predicate<? super E> filter);

    public native boolean removeAll(Collection<?> c);

    public native boolean retainAll(Collection<?> c);
}
