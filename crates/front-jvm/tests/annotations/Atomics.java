// Methods that are said to be atomic: two threads each, and main looks at what came of it.
//
// Expected: what `annotations.rs` says of each class.

import commute.Atomic;
import java.util.ArrayList;
import java.util.List;
import java.util.Vector;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

class Atomics {
    static void both(Runnable a, Runnable b) throws InterruptedException {
        Thread other = new Thread(b);
        other.start();
        a.run();
        other.join();
    }

    static class Synchronized {
        static int count;

        @Atomic static synchronized void add() {
            count++;
        }

        public static void main(String[] args) throws InterruptedException {
            both(Synchronized::add, Synchronized::add);
        }
    }

    static class Locked {
        static final ReentrantLock lock = new ReentrantLock();
        static int count;

        @Atomic static void add() {
            lock.lock();
            try {
                count++;
            } finally {
                lock.unlock();
            }
        }

        public static void main(String[] args) throws InterruptedException {
            both(Locked::add, Locked::add);
        }
    }

    static class GetThenSet {
        static int count;

        static synchronized int get() {
            return count;
        }

        static synchronized void set(int value) {
            count = value;
        }

        @Atomic static void add() {
            set(get() + 1);
        }

        public static void main(String[] args) throws InterruptedException {
            both(GetThenSet::add, GetThenSet::add);
        }
    }

    static class TwoWrites {
        static volatile int first;
        static volatile int second;

        @Atomic static void set() {
            first = 1;
            second = 1;
        }

        public static void main(String[] args) throws InterruptedException {
            both(TwoWrites::set, () -> {
                int one = first;
                int other = second;
            });
        }
    }

    static class CasLoop {
        static final AtomicInteger count = new AtomicInteger();

        @Atomic static void add() {
            int seen;
            do {
                seen = count.get();
            } while (!count.compareAndSet(seen, seen + 1));
        }

        public static void main(String[] args) throws InterruptedException {
            both(CasLoop::add, CasLoop::add);
        }
    }

    static class ReadThenWrite {
        static final AtomicInteger count = new AtomicInteger();

        @Atomic static void add() {
            count.set(count.get() + 1);
        }

        public static void main(String[] args) throws InterruptedException {
            both(ReadThenWrite::add, ReadThenWrite::add);
        }
    }

    static class DoubleChecked {
        static volatile Object instance;

        @Atomic static Object get() {
            Object seen = instance;
            if (seen == null) {
                synchronized (DoubleChecked.class) {
                    seen = instance;
                    if (seen == null) {
                        instance = seen = new Object();
                    }
                }
            }
            return seen;
        }

        public static void main(String[] args) throws InterruptedException {
            both(DoubleChecked::get, DoubleChecked::get);
        }
    }

    static class CheckThenPut {
        static final ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();

        @Atomic static boolean put(int value) {
            if (map.containsKey(1)) {
                return false;
            }
            map.put(1, value);
            return true;
        }

        static volatile boolean first;
        static volatile boolean second;

        public static void main(String[] args) throws InterruptedException {
            both(() -> first = put(1), () -> second = put(2));
        }
    }

    /** Nobody can tell that both have written: the last one stays, as if it had been the only one. */
    static class PutTwice {
        static volatile int value;

        @Atomic static void put(int other) {
            if (value == 0) {
                value = other;
            }
        }

        public static void main(String[] args) throws InterruptedException {
            both(() -> put(1), () -> put(2));
        }
    }

    static class PutIfAbsent {
        static final ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>();

        @Atomic static void put(int key) {
            map.putIfAbsent(key, key);
        }

        public static void main(String[] args) throws InterruptedException {
            both(() -> put(1), () -> put(2));
        }
    }

    static class CopyOfVector {
        static final Vector<Integer> vector = new Vector<>(List.of(1));

        @Atomic static int copy() {
            return new ArrayList<>(vector).size();
        }

        static volatile int seen;

        public static void main(String[] args) throws InterruptedException {
            both(() -> seen = copy(), () -> vector.add(2));
        }
    }

    /** As the constructor of a vector from another collection once was: asks for the size, then for the elements. */
    static class CopyBySize {
        static final Vector<Integer> vector = new Vector<>(List.of(1));

        @Atomic static Object[] copy() {
            Object[] elements = new Object[vector.size() + 1];
            return vector.toArray(elements);
        }

        static volatile Object[] seen;

        public static void main(String[] args) throws InterruptedException {
            both(() -> seen = copy(), () -> {
                vector.add(2);
                vector.add(3);
            });
        }
    }

    /** Asks for the length of the other buffer, then for its characters. */
    static class AppendBuffer {
        static final StringBuffer from = new StringBuffer("ab");
        static final StringBuffer to = new StringBuffer();

        @Atomic static void append() {
            to.append(from);
        }

        public static void main(String[] args) throws InterruptedException {
            both(AppendBuffer::append, () -> from.setLength(0));
        }
    }
}
