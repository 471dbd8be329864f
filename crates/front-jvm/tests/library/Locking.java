import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Exchanger;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;

/** What locks, semaphores, phasers and pools can be asked. */
public class Locking {
    static class Lock extends ReentrantLock {
        boolean isOwn() {
            return getOwner() == Thread.currentThread();
        }
    }

    static void locks() throws InterruptedException {
        Lock lock = new Lock();
        lock.lock();
        lock.lock();
        System.out.println(lock.getHoldCount());
        System.out.println(lock.isHeldByCurrentThread() && lock.isLocked() && lock.isOwn());
        System.out.println(lock.hasQueuedThreads() || lock.isFair());
        System.out.println(lock.getQueueLength());
        Semaphore semaphore = new Semaphore(2, true);
        semaphore.acquire();
        System.out.println(semaphore.availablePermits() * 10 + semaphore.getQueueLength());
        System.out.println(semaphore.hasQueuedThreads());
        System.out.println(semaphore.drainPermits());
        ReentrantReadWriteLock both = new ReentrantReadWriteLock();
        both.readLock().lock();
        both.readLock().lock();
        System.out.println(both.getReadLockCount() * 10 + both.getReadHoldCount());
        System.out.println(both.isWriteLocked());
        StampedLock stamped = new StampedLock();
        long read = stamped.tryOptimisticRead();
        long write = stamped.writeLock();
        System.out.println(stamped.validate(read));
        System.out.println(stamped.isWriteLocked());
        stamped.unlockWrite(write);
        CountDownLatch latch = new CountDownLatch(2);
        latch.countDown();
        System.out.println(latch.getCount());
    }

    public static void main(String[] args) throws Exception {
        locks();
        Phaser phaser = new Phaser(1);
        System.out.println(phaser.arrive());
        System.out.println(phaser.getPhase());
        System.out.println(phaser.arriveAndDeregister());
        System.out.println(phaser.isTerminated());
        LinkedTransferQueue<Integer> queue = new LinkedTransferQueue<>();
        System.out.println(queue.tryTransfer(3));
        queue.add(4);
        System.out.println(queue.take());
        Exchanger<String> exchanger = new Exchanger<>();
        Thread other = new Thread(() -> {
            try {
                System.out.println(exchanger.exchange("a"));
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        other.start();
        String got = exchanger.exchange("b");
        other.join();
        System.out.println(got);
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 2, 1, TimeUnit.SECONDS, new ArrayBlockingQueue<>(2));
        System.out.println(pool.getPoolSize() + pool.getActiveCount());
        System.out.println(pool.submit(() -> 5).get());
        System.out.println(pool.getPoolSize());
        pool.shutdown();
        System.out.println(pool.isShutdown());
    }
}
