import java.lang.annotation.*;
import java.util.*;
import java.util.ArrayDeque;
import java.util.NoSuchElementException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.*;
import java.util.function.Function;
import java.util.function.Supplier;

/** Classes as people write them that any number of threads may call: all are proved. */
public class Right {
    @interface ThreadSafe { }

    @interface GuardedBy { String value(); }

    @interface Invariant { String[] value(); }

    @ThreadSafe
    @Invariant("0 <= checking && 0 <= savings && checking + savings <= 1000000")
    static class Account {
        private final Object lock = new Object();
        @GuardedBy("lock") private int checking;
        @GuardedBy("lock") private int savings;
        public boolean deposit(int amount) {
            if (amount < 0) throw new IllegalArgumentException("negative");
            synchronized (lock) {
                if (amount > 1000000 - checking - savings) return false;
                checking += amount;
                return true;
            }
        }
        public boolean transfer(int amount) {
            if (amount < 0) throw new IllegalArgumentException("negative");
            synchronized (lock) {
                if (checking < amount) return false;
                checking -= amount;
                savings += amount;
                return true;
            }
        }
        public int total() { synchronized (lock) { int t = checking + savings; assert t >= 0; return t; } }
    }

    @ThreadSafe
    static class ArrayStack {
        private int[] items = new int[4];
        private int size;
        public synchronized void push(int x) {
            if (size == items.length) {
                if (size > 1000000000) throw new IllegalStateException("full");
                int[] more = new int[2 * size];
                System.arraycopy(items, 0, more, 0, size);
                items = more;
            }
            items[size++] = x;
        }
        public synchronized int pop() {
            if (size == 0) throw new NoSuchElementException();
            return items[--size];
        }
        public synchronized boolean isEmpty() { return size == 0; }
        public synchronized int[] toArray() {
            int[] copy = new int[size];
            System.arraycopy(items, 0, copy, 0, size);
            return copy;
        }
    }

    @ThreadSafe
    static class BoundedBuffer<T> {
        private final Object[] items;
        private int head, tail, count;
        public BoundedBuffer(int capacity) {
            if (capacity <= 0) throw new IllegalArgumentException();
            items = new Object[capacity];
        }
        public synchronized void put(T x) throws InterruptedException {
            while (count == items.length) wait();
            items[tail] = x;
            if (++tail == items.length) tail = 0;
            count++;
            notifyAll();
        }
        @SuppressWarnings("unchecked")
        public synchronized T take() throws InterruptedException {
            while (count == 0) wait();
            T x = (T) items[head];
            items[head] = null;
            if (++head == items.length) head = 0;
            count--;
            assert count < items.length;
            notifyAll();
            return x;
        }
    }

    @ThreadSafe
    static class BoundedSemaphore {
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition free = lock.newCondition();
        private final int bound;
        private int permits;
        public BoundedSemaphore(int bound) {
            if (bound <= 0) throw new IllegalArgumentException("bound");
            this.bound = bound;
            this.permits = bound;
        }
        public void acquire() throws InterruptedException {
            lock.lock();
            try {
                while (permits == 0) free.await();
                permits--;
                assert permits >= 0;
            } finally {
                lock.unlock();
            }
        }
        public boolean tryAcquire() {
            if (!lock.tryLock()) return false;
            try {
                if (permits == 0) return false;
                permits--;
                return true;
            } finally {
                lock.unlock();
            }
        }
        public void release() {
            lock.lock();
            try {
                if (permits == bound) throw new IllegalStateException("nobody has a permit");
                permits++;
                free.signal();
            } finally {
                lock.unlock();
            }
        }
    }

    @ThreadSafe
    static class Cache {
        private final Map<String, Object> map = new HashMap<>();
        private final Function<String, Object> load;
        private int hits, misses;
        public Cache(Function<String, Object> load) { this.load = Objects.requireNonNull(load); }
        public Object get(String key) {
            if (key == null) throw new IllegalArgumentException();
            synchronized (this) {
                Object known = map.get(key);
                if (known != null) {
                    if (hits < Integer.MAX_VALUE) hits++;
                    return known;
                }
                if (misses < Integer.MAX_VALUE) misses++;
            }
            Object value = load.apply(key);
            synchronized (this) {
                if (value != null) map.put(key, value);
            }
            return value;
        }
        public synchronized int hits() { assert hits >= 0; return hits; }
        public synchronized int size() { return map.size(); }
    }

    @ThreadSafe
    static class Counter {
        private int n;
        private final int max;
        public Counter(int max) { if (max < 0) throw new IllegalArgumentException("max"); this.max = max; }
        public synchronized boolean inc() {
            assert n <= max;
            if (n == max) return false;
            n++;
            return true;
        }
        public int get() { synchronized (this) { return n; } }
    }

    @ThreadSafe
    static class IdGenerator {
        private final AtomicLong next = new AtomicLong(1);
        private static final long LIMIT = 1000000;
        public long id() {
            while (true) {
                long now = next.get();
                assert now >= 1;
                if (now >= LIMIT) throw new IllegalStateException("no ids are left");
                if (next.compareAndSet(now, now + 1)) return now;
            }
        }
    }

    @ThreadSafe
    static class Latch {
        private int count;
        public Latch(int count) { if (count < 0) throw new IllegalArgumentException(); this.count = count; }
        public synchronized void countDown() {
            if (count == 0) return;
            count--;
            assert count >= 0;
            if (count == 0) notifyAll();
        }
        public synchronized void await() throws InterruptedException {
            while (count > 0) wait();
            assert count == 0;
        }
    }

    @ThreadSafe
    static class Lazy {
        private final Object lock = new Object();
        private volatile boolean done;
        private Object value;
        private final Supplier<Object> make;
        public Lazy(Supplier<Object> make) { if (make == null) throw new IllegalArgumentException(); this.make = make; }
        public Object get() {
            synchronized (lock) {
                if (!done) {
                    Object made = make.get();
                    if (made == null) throw new IllegalStateException("nothing was made");
                    if (!done) {
                        value = made;
                        done = true;
                    }
                }
                assert value != null;
                return value;
            }
        }
        public boolean isDone() { return done; }
    }

    @ThreadSafe
    static class LinkedStack<T> {
        private static class Node<T> {
            final T value;
            Node<T> next;
            Node(T value) { this.value = value; }
        }
        private Node<T> head;
        private int size;
        public synchronized void push(T value) {
            Node<T> n = new Node<>(value);
            n.next = head;
            head = n;
            if (size < Integer.MAX_VALUE) size++;
        }
        public synchronized T pop() {
            if (head == null) return null;
            Node<T> n = head;
            head = n.next;
            if (size > 0) size--;
            return n.value;
        }
        public synchronized boolean contains(Object x) {
            for (Node<T> n = head; n != null; n = n.next) {
                if (n.value == x) return true;
            }
            return false;
        }
        public synchronized int size() { assert size >= 0; return size; }
    }

    @ThreadSafe
    static class Service {
        private final Object lock = new Object();
        private final ArrayDeque<Runnable> queue = new ArrayDeque<>();
        private volatile boolean closed;
        public void submit(Runnable task) {
            if (task == null) throw new IllegalArgumentException();
            synchronized (lock) {
                if (closed) throw new IllegalStateException("closed");
                queue.addLast(task);
                lock.notify();
            }
        }
        public void work() throws InterruptedException {
            while (!closed) {
                Runnable task;
                synchronized (lock) {
                    while (queue.isEmpty() && !closed) lock.wait();
                    if (queue.isEmpty()) return;
                    task = queue.removeFirst();
                }
                task.run();
            }
            assert closed;
        }
        public void close() {
            synchronized (lock) {
                closed = true;
                lock.notifyAll();
            }
        }
    }
}
