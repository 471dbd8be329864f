import commute.Unshared;
import java.util.HashMap;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

/** Each class is a program. What violates MLD, MLD' and MLD' with the same lock in all executions is by hand: `expected.tsv`. */
class Disciplines {
    static Thread start(Runnable task) {
        Thread thread = new Thread(task);
        thread.start();
        return thread;
    }

    /** The bounded buffer of Sto00 section 6. The array is protected by the monitor of the buffer. */
    static class Buffer {
        final int[] items = new int[2];
        int head, tail;

        synchronized void put(int item) {
            items[tail] = item;
            tail = (tail + 1) % 2;
        }

        synchronized int get() {
            int item = items[head];
            head = (head + 1) % 2;
            return item;
        }

        public static void main(String[] args) {
            Buffer buffer = new Buffer();
            start(() -> buffer.put(1));
            buffer.get();
        }
    }

    /** One method forgets the monitor. */
    static class Careless {
        final int[] items = new int[1];

        synchronized void put(int item) {
            items[0] = item;
        }

        public static void main(String[] args) {
            Careless buffer = new Careless();
            start(() -> buffer.put(1));
            int seen = buffer.items[0] + buffer.items[0];
        }
    }

    static class Cell {
        int value;
        final Object lock = new Object();

        void add() {
            synchronized (lock) {
                value++;
            }
        }
    }

    /** Two instances with two locks. Others are made between, so that objects get other numbers. */
    static class TwoInstances {
        public static void main(String[] args) {
            Cell one = new Cell();
            start(() -> one.add());
            one.add();
            Cell two = new Cell();
            start(() -> two.add());
            two.add();
        }
    }

    /** The lock of another instance. */
    static class OtherInstance {
        public static void main(String[] args) {
            Cell one = new Cell(), two = new Cell();
            start(() -> one.add());
            synchronized (two.lock) {
                one.value++;
            }
        }
    }

    /** DHRR04, Fig. 6: the lock is neither the object nor a class. */
    static class LockOfItsOwn {
        boolean b;

        static void flip(LockOfItsOwn flag, Object lock) {
            synchronized (lock) {
                flag.b = !flag.b;
            }
        }

        public static void main(String[] args) {
            LockOfItsOwn flag = new LockOfItsOwn();
            Object lock = new Object();
            start(() -> flip(flag, lock));
            flip(flag, lock);
        }
    }

    /** Each element has a lock of its own. */
    static class Stripes {
        static void run(int[] data, Object[] locks, int at, int lock) {
            synchronized (locks[lock]) {
                data[at]++;
            }
        }

        public static void main(String[] args) {
            int[] data = new int[2];
            Object[] locks = { new Object(), new Object() };
            start(() -> run(data, locks, 0, 0));
            run(data, locks, 1, 1);
            run(data, locks, 0, 0);
        }
    }

    /** The lock of another element. */
    static class CrossedStripes {
        public static void main(String[] args) {
            int[] data = new int[2];
            Object[] locks = { new Object(), new Object() };
            start(() -> Stripes.run(data, locks, 0, 0));
            Stripes.run(data, locks, 0, 1);
        }
    }

    /** A lock of the library. */
    static class Reentrant {
        static final ReentrantLock LOCK = new ReentrantLock();
        static int total;

        static void add() {
            LOCK.lock();
            total++;
            LOCK.unlock();
        }

        public static void main(String[] args) {
            start(Reentrant::add);
            add();
        }
    }

    /** Communication objects of all kinds. */
    static class Communicating {
        static volatile boolean done;

        public static void main(String[] args) throws InterruptedException {
            AtomicInteger count = new AtomicInteger();
            Semaphore ready = new Semaphore(0);
            start(() -> {
                count.incrementAndGet();
                done = true;
                ready.release();
            });
            ready.acquire();
            if (done) {
                count.get();
            }
        }
    }

    /** Inside it is locked and signalled. */
    static class Queue {
        public static void main(String[] args) throws InterruptedException {
            ArrayBlockingQueue<String> queue = new ArrayBlockingQueue<>(1);
            start(() -> queue.offer("x"));
            queue.take();
        }
    }

    /** A map that is not synchronized, with a lock and without one. */
    static class LockedMap {
        public static void main(String[] args) {
            HashMap<String, String> map = new HashMap<>();
            start(() -> {
                synchronized (map) {
                    map.put("a", "b");
                }
            });
            synchronized (map) {
                map.get("a");
            }
        }
    }

    static class UnlockedMap {
        public static void main(String[] args) {
            HashMap<String, String> map = new HashMap<>();
            start(() -> map.put("a", "b"));
            map.get("a");
        }
    }

    /** Data of one thread, as the user says. */
    static class Own {
        @Unshared static int mine;

        public static void main(String[] args) {
            start(() -> {
                mine = 1;
                mine++;
            });
        }
    }

    static class NotOwn {
        @Unshared static int mine;

        public static void main(String[] args) {
            start(() -> mine = 1);
            mine = 2;
        }
    }

    /** Sto00 section 9. */
    static class Section9 {
        static final Object O = new Object();
        static int v;

        public static void main(String[] args) {
            Semaphore sem = new Semaphore(0);
            start(() -> {
                sem.acquireUninterruptibly();
                synchronized (O) {
                    v = 2;
                }
            });
            sem.release();
            v = 1;
        }
    }

    /** Made by one thread, read by another: initialised before it was shared. */
    static class Published {
        int x;

        public static void main(String[] args) {
            Published p = new Published();
            p.x = 1;
            p.x = 2;
            start(() -> p.x = p.x == 2 ? 2 : 3).interrupt();
        }
    }

    static class PublishedAndRead {
        int x;

        public static void main(String[] args) {
            PublishedAndRead p = new PublishedAndRead();
            p.x = 1;
            start(() -> System.out.print(p.x));
        }
    }

    /** The first thread initialises a static field, twice, before it starts the second one. */
    static class Twice {
        static final Object O = new Object();
        static int v;

        static void add() {
            synchronized (O) {
                v++;
            }
        }

        public static void main(String[] args) {
            v = 1;
            v = 2;
            start(Twice::add);
            add();
        }
    }

    /** The class is initialised when it is first used, without a lock. */
    static class Lazily {
        static volatile int seed = 3;

        static class Held {
            static int count;

            static {
                count = seed;
                count++;
            }
        }

        static void add() {
            new Held();
            synchronized (Lazily.class) {
                Held.count++;
            }
        }

        public static void main(String[] args) {
            start(Lazily::add);
            add();
        }
    }

    /** One lock or the other protects v, as who came first has said. */
    static class OneOrOther {
        static final Object ONE = new Object(), OTHER = new Object();
        static final AtomicInteger first = new AtomicInteger();
        static int v;

        static void add(int me) {
            first.compareAndSet(0, me);
            synchronized (first.get() == 1 ? ONE : OTHER) {
                v++;
            }
        }

        public static void main(String[] args) {
            start(() -> add(1));
            add(2);
        }
    }

    /** The monitor of the object or the lock that it has, as who came first has said. */
    static class OwnOrOther {
        static final AtomicInteger first = new AtomicInteger();

        static void add(Cell cell, int me) {
            first.compareAndSet(0, me);
            synchronized (first.get() == 1 ? cell : cell.lock) {
                cell.value++;
            }
        }

        public static void main(String[] args) {
            Cell cell = new Cell();
            start(() -> add(cell, 1));
            add(cell, 2);
        }
    }
}
