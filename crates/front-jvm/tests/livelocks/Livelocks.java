import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.concurrent.locks.*;

/** Programs that never end: some by mistake, some on purpose. `expected.tsv` says which is which, and why. */
public class Livelocks {
    interface Body { void run() throws Exception; }

    static Thread start(Body body) {
        Thread thread = new Thread(() -> {
            try { body.run(); } catch (Exception e) { throw new RuntimeException(e); }
        });
        thread.start();
        return thread;
    }

    static class FlagNobodySets {
        static volatile boolean done;
        public static void main(String[] a) { while (!done) { } }
    }
    static class FlagSomebodySets {
        static volatile boolean done;
        public static void main(String[] a) { start(() -> done = true); while (!done) { } }
    }
    static class FlagOfAnother {
        static volatile boolean ready, done;
        public static void main(String[] a) throws Exception {
            Thread t = start(() -> { while (!done) Thread.onSpinWait(); });
            ready = true;
            t.join();
        }
    }
    static class EmptyLoop {
        public static void main(String[] a) { start(() -> { while (true) { } }); }
    }
    static class EmptyLoopOfADaemon {
        public static void main(String[] a) {
            Thread t = new Thread(() -> { while (true) { } });
            t.setDaemon(true);
            t.start();
        }
    }
    static class Yields {
        static volatile boolean done;
        public static void main(String[] a) { while (!done) Thread.yield(); }
    }
    static class Sleeps {
        static volatile boolean done;
        public static void main(String[] a) throws Exception { while (!done) Thread.sleep(10); }
    }
    static class LooksUnderALock {
        static boolean done;
        static final Object lock = new Object();
        static boolean isDone() { synchronized (lock) { return done; } }
        public static void main(String[] a) { while (!isDone()) { } }
    }
    static class LooksUnderALockUntilSet {
        static boolean done;
        static final Object lock = new Object();
        static boolean isDone() { synchronized (lock) { return done; } }
        public static void main(String[] a) {
            start(() -> { synchronized (lock) { done = true; } });
            while (!isDone()) { }
        }
    }
    static class SpinLockKept {
        static final AtomicBoolean held = new AtomicBoolean();
        static void take() { while (!held.compareAndSet(false, true)) { } }
        public static void main(String[] a) { start(() -> take()); take(); }
    }
    static class SpinLock {
        static final AtomicBoolean held = new AtomicBoolean();
        static void take() { while (!held.compareAndSet(false, true)) { } }
        public static void main(String[] a) {
            start(() -> { take(); held.set(false); });
            take();
            held.set(false);
        }
    }
    static class WaitsInTurns {
        static boolean done;
        static final Object lock = new Object();
        public static void main(String[] a) throws Exception {
            synchronized (lock) { while (!done) lock.wait(10); }
        }
    }
    static class Polite {
        static volatile boolean one, two;
        public static void main(String[] a) {
            start(() -> { two = true; while (one) { two = false; two = true; } two = false; });
            one = true;
            while (two) { one = false; one = true; }
            one = false;
        }
    }
    static class Server {
        static volatile int requests, served;
        public static void main(String[] a) {
            start(() -> { while (true) { if (requests != 0) { requests = 0; served = 1 - served; } } });
            requests = 1;
        }
    }
    static class ServerAndClient {
        static volatile int turn;
        public static void main(String[] a) {
            start(() -> { while (true) { while (turn != 1) { } turn = 0; } });
            while (true) { while (turn != 0) { } turn = 1; }
        }
    }
    static class SpinsBesideAServer {
        static volatile int x;
        static volatile boolean done;
        public static void main(String[] a) {
            start(() -> { while (true) x = 1 - x; });
            while (!done) { }
        }
    }
    static class FutureThatNobodyCompletes {
        static final CompletableFuture<String> future = new CompletableFuture<>();
        public static void main(String[] a) { while (!future.isDone()) { } }
    }
    static class FutureThatIsCompleted {
        static final CompletableFuture<String> future = new CompletableFuture<>();
        public static void main(String[] a) { start(() -> future.complete("x")); while (!future.isDone()) { } }
    }
    static class CountsOnItsOwn {
        static volatile boolean done;
        public static void main(String[] a) { int[] rounds = new int[1]; while (!done) { rounds[0] = 1 - rounds[0]; } }
    }
    static class QueueThatStaysEmpty {
        static final ConcurrentLinkedQueue<String> queue = new ConcurrentLinkedQueue<>();
        public static void main(String[] a) { while (queue.poll() == null) { } }
    }
}
