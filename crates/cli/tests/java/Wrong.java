import java.util.ArrayDeque;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/** Classes that say so and are not: none is proved, and most go wrong with two or three calls of small arguments. */
public class Wrong {
    @interface ThreadSafe { }

    @interface GuardedBy { String value(); }

    @interface Invariant { String[] value(); }

    @ThreadSafe
    static class Account {
        private int balance = 1;
        public synchronized int balance() { return balance; }
        private synchronized void take(int amount) {
            balance -= amount;
            assert balance >= 0;
        }
        public boolean withdraw(int amount) {
            if (amount < 0) throw new IllegalArgumentException("negative");
            if (balance() < amount) return false;
            take(amount);
            return true;
        }
    }

    @ThreadSafe
    static class ArrayStack {
        private final int[] items = new int[2];
        private int size = 1;
        public synchronized boolean isEmpty() { return size == 0; }
        public int pop() {
            if (isEmpty()) throw new IllegalStateException();
            synchronized (this) { return items[--size]; }
        }
    }

    @ThreadSafe
    static class Counter {
        private int n;
        public synchronized void inc() { if (n < 1000) n++; }
        public int get() { return n; }
    }

    @ThreadSafe
    static class Escape {
        private int n;
        public Escape(Consumer<Escape> to) { to.accept(this); n = 1; }
        public synchronized void check() { assert n == 1; }
    }

    @ThreadSafe
    static class Flag {
        private volatile boolean busy;
        private volatile int users;
        public void use() {
            if (busy) return;
            busy = true;
            int before = users;
            users = before + 1;
            assert users == before + 1;
            busy = false;
        }
    }

    @ThreadSafe
    static class IdGenerator {
        private final AtomicInteger next = new AtomicInteger();
        public int id() {
            int now = next.get();
            if (now > 1000) throw new IllegalStateException();
            int mine = next.incrementAndGet();
            assert mine == now + 1;
            return mine;
        }
    }

    @ThreadSafe
    static class Latch {
        private int count = 2;
        public synchronized void countDown() {
            if (count == 0) return;
            count--;
            notifyAll();
        }
        public synchronized void await() throws InterruptedException {
            if (count > 0) wait();
            assert count == 0;
        }
    }

    @ThreadSafe
    static class Lazy {
        private Object value;
        public Object get() {
            if (value == null) {
                synchronized (this) {
                    if (value == null) value = new Object();
                }
            }
            return value;
        }
    }

    @ThreadSafe
    static class Leak {
        private final int[] values = new int[2];
        public synchronized void set(int v) { values[0] = v; values[1] = v; }
        public synchronized int[] values() { return values; }
        public synchronized boolean same() { return values[0] == values[1]; }
    }

    @ThreadSafe
    static class Queue {
        private final ArrayDeque<String> queue = new ArrayDeque<>();
        public synchronized void put(String x) { if (x == null) throw new IllegalArgumentException(); queue.addLast(x); notifyAll(); }
        public synchronized String take() throws InterruptedException {
            if (queue.isEmpty()) wait();
            return queue.removeFirst();
        }
    }

    @ThreadSafe
    @Invariant("low <= high")
    static class Range {
        private final AtomicInteger low = new AtomicInteger(0), high = new AtomicInteger(0);
        public void setLow(int v) { if (v > high.get()) throw new IllegalArgumentException(); low.set(v); }
        public void setHigh(int v) { if (v < low.get()) throw new IllegalArgumentException(); high.set(v); }
    }

    @ThreadSafe
    static class TwoLocks {
        private final Object a = new Object(), b = new Object();
        private int x;
        public void set(int v) { synchronized (a) { x = v; } }
        public int get() { synchronized (b) { return x; } }
    }

    @ThreadSafe
    static class Unlocked {
        private final ReentrantLock lock = new ReentrantLock();
        private int n;
        public void add(int by) {
            lock.lock();
            if (by < 0) throw new IllegalArgumentException();
            n += by;
            lock.unlock();
        }
    }
}
