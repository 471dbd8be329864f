import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Waits for a time whose reason always comes: with times that are up last none of them runs out. Each nested class is a program.
 */
public class Late {
    static volatile boolean done;

    static void check(boolean so) {
        if (!so) {
            throw new AssertionError("the time was up");
        }
    }

    static Thread start(Runnable body) {
        Thread thread = new Thread(body);
        thread.start();
        return thread;
    }

    static class OnLatch {
        public static void main(String[] args) throws Exception {
            CountDownLatch latch = new CountDownLatch(2);
            start(latch::countDown);
            start(latch::countDown);
            check(latch.await(5, TimeUnit.SECONDS));
        }
    }

    static class OnFuture {
        public static void main(String[] args) throws Exception {
            ExecutorService pool = Executors.newSingleThreadExecutor();
            Future<Integer> one = pool.submit(() -> 1);
            check(one.get(1, TimeUnit.SECONDS) == 1);
            pool.shutdown();
            check(pool.awaitTermination(1, TimeUnit.SECONDS));
        }
    }

    static class OnCompletable {
        public static void main(String[] args) throws Exception {
            CompletableFuture<Integer> one = new CompletableFuture<>();
            start(() -> one.complete(1));
            check(one.get(1, TimeUnit.SECONDS) == 1);
        }
    }

    static class OnSemaphore {
        public static void main(String[] args) throws Exception {
            Semaphore permits = new Semaphore(0);
            start(permits::release);
            check(permits.tryAcquire(1, TimeUnit.SECONDS));
        }
    }

    static class OnLock {
        public static void main(String[] args) throws Exception {
            ReentrantLock lock = new ReentrantLock();
            start(() -> {
                lock.lock();
                lock.unlock();
            });
            check(lock.tryLock(1, TimeUnit.SECONDS));
            lock.unlock();
        }
    }

    static class OnWriteLock {
        public static void main(String[] args) throws Exception {
            ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
            start(() -> {
                lock.readLock().lock();
                lock.readLock().unlock();
            });
            check(lock.writeLock().tryLock(1, TimeUnit.SECONDS));
            lock.writeLock().unlock();
        }
    }

    static class OnCondition {
        public static void main(String[] args) throws Exception {
            ReentrantLock lock = new ReentrantLock();
            Condition changed = lock.newCondition();
            start(() -> {
                lock.lock();
                done = true;
                changed.signal();
                lock.unlock();
            });
            lock.lock();
            while (!done) {
                check(changed.await(1, TimeUnit.SECONDS));
            }
            lock.unlock();
        }
    }

    static class OnMonitor {
        public static void main(String[] args) throws Exception {
            Object monitor = new Object();
            start(() -> {
                synchronized (monitor) {
                    done = true;
                    monitor.notify();
                }
            });
            synchronized (monitor) {
                if (!done) {
                    monitor.wait(1000);
                }
                check(done);
            }
        }
    }

    static class OnQueue {
        public static void main(String[] args) throws Exception {
            ArrayBlockingQueue<Integer> queue = new ArrayBlockingQueue<>(1);
            start(() -> queue.offer(1));
            check(queue.poll(1, TimeUnit.SECONDS) == 1);
        }
    }

    static class OnBarrier {
        public static void main(String[] args) throws Exception {
            CyclicBarrier barrier = new CyclicBarrier(2);
            start(() -> {
                try {
                    barrier.await();
                } catch (Exception broken) {
                    throw new AssertionError(broken);
                }
            });
            barrier.await(1, TimeUnit.SECONDS);
        }
    }

    static class OnExchanger {
        public static void main(String[] args) throws Exception {
            Exchanger<Integer> exchanger = new Exchanger<>();
            start(() -> {
                try {
                    exchanger.exchange(1);
                } catch (InterruptedException never) {
                    throw new AssertionError(never);
                }
            });
            check(exchanger.exchange(2, 1, TimeUnit.SECONDS) == 1);
        }
    }

    static class OnJoin {
        public static void main(String[] args) throws Exception {
            Thread other = start(() -> done = true);
            other.join(1000);
            check(done);
        }
    }

    static class OnSleep {
        public static void main(String[] args) throws Exception {
            start(() -> done = true);
            Thread.sleep(1000);
            check(done);
        }
    }

    static class OnPark {
        public static void main(String[] args) {
            Thread main = Thread.currentThread();
            start(() -> {
                done = true;
                LockSupport.unpark(main);
            });
            LockSupport.parkNanos(1_000_000);
            check(done);
        }
    }

    /** Nobody ever comes: the time is up. */
    static class Nobody {
        public static void main(String[] args) throws Exception {
            start(() -> done = true);
            check(new CountDownLatch(1).await(1, TimeUnit.SECONDS));
        }
    }

    /** Which of the two sleeps first is open. */
    static class Two {
        public static void main(String[] args) throws Exception {
            Thread other = start(() -> {
                try {
                    Thread.sleep(10);
                } catch (InterruptedException never) {
                    throw new AssertionError(never);
                }
                done = true;
            });
            Thread.sleep(20);
            check(done);
            other.join();
        }
    }

    /** Somebody looks again and again, and so it is never so that nothing else can happen. */
    static class Spins {
        public static void main(String[] args) throws Exception {
            start(() -> {
                while (!done) {
                    Thread.onSpinWait();
                }
            });
            Thread.sleep(10);
            done = true;
        }
    }
}
