import java.util.Collections;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** What one thread can see of queues and read-write locks, without the methods for which the JDK's own queues are taken. */
public class Queues {
    interface Action {
        Object run() throws Exception;
    }

    static void show(String what, Action action) {
        String result;
        try {
            result = String.valueOf(action.run());
        } catch (Exception | Error thrown) {
            // The machine has other words than the JDK for what is null in a class of ours.
            boolean told = !(thrown instanceof NullPointerException);
            result = thrown.getClass().getName() + (told ? ": " + thrown.getMessage() : "");
        }
        System.out.println(what + " " + result + (Thread.interrupted() ? " interrupted" : ""));
    }

    static Object interrupted(Action action) throws Exception {
        Thread.currentThread().interrupt();
        return action.run();
    }

    static Object nothing(BlockingQueue<Integer> queue) {
        return queue.size() + " " + queue.remainingCapacity() + " " + queue.isEmpty() + " " + queue.peek();
    }

    static void bounded(BlockingQueue<Integer> queue) {
        show("empty", () -> nothing(queue));
        show("poll", queue::poll);
        show("poll soon", () -> queue.poll(1, TimeUnit.NANOSECONDS));
        show("poll at once", () -> queue.poll(0, TimeUnit.SECONDS));
        show("remove", queue::remove);
        show("element", queue::element);
        show("put", () -> { queue.put(1); return nothing(queue); });
        show("add", () -> queue.add(2));
        show("offer", () -> queue.offer(3));
        show("offer soon", () -> queue.offer(3, 1, TimeUnit.NANOSECONDS));
        show("offer before", () -> queue.offer(3, -1, TimeUnit.DAYS));
        show("add too much", () -> queue.add(3));
        show("full", () -> nothing(queue));
        show("element", queue::element);
        show("take", queue::take);
        show("put", () -> { queue.put(4); return nothing(queue); });
        show("poll", () -> queue.poll(1, TimeUnit.DAYS));
        show("remove", queue::remove);
        show("addAll", () -> queue.addAll(List.of(5, 6)) + " " + queue.peek());
        show("addAll of itself", () -> queue.addAll(queue));
        show("clear", () -> { queue.clear(); return nothing(queue); });
        show("again", () -> { queue.put(7); return queue.take() + " " + nothing(queue); });
    }

    static void refused(BlockingQueue<Integer> queue) {
        show("put null", () -> { queue.put(null); return 0; });
        show("offer null", () -> queue.offer(null));
        show("offer null in no time", () -> queue.offer(null, 1, null));
        show("offer in no unit", () -> queue.offer(1, 1, null));
        show("add null", () -> queue.add(null));
        show("poll in no unit", () -> queue.poll(1, null));
        show("interrupted put", () -> interrupted(() -> { queue.put(1); return 0; }));
        show("interrupted put null", () -> interrupted(() -> { queue.put(null); return 0; }));
        show("interrupted take", () -> interrupted(queue::take));
        show("interrupted poll", () -> interrupted(queue::poll));
        show("interrupted poll soon", () -> interrupted(() -> queue.poll(1, TimeUnit.DAYS)));
        show("interrupted poll at once", () -> interrupted(() -> queue.poll(0, TimeUnit.DAYS)));
        show("interrupted offer at once", () -> interrupted(() -> queue.offer(1, 0, TimeUnit.DAYS)));
        show("interrupted offer", () -> interrupted(() -> queue.offer(1)));
    }

    static void made() {
        show("no room", () -> new ArrayBlockingQueue<>(0));
        show("no room", () -> new LinkedBlockingQueue<>(-1));
        show("of many", () -> new ArrayBlockingQueue<>(1, true, List.of(1, 2)));
        show("of few", () -> nothing(new ArrayBlockingQueue<>(3, false, List.of(1, 2))));
        show("of null", () -> new ArrayBlockingQueue<>(3, false, Collections.singleton(null)));
        show("of nothing", () -> new ArrayBlockingQueue<>(3, false, null));
        show("of some", () -> nothing(new LinkedBlockingQueue<>(List.of(1, 2))));
        show("of null", () -> new LinkedBlockingQueue<>(Collections.singleton(null)));
        show("of nothing", () -> new LinkedBlockingQueue<>(null));
        show("without bounds", () -> nothing(new LinkedBlockingQueue<>()));
    }

    static void synchronous(SynchronousQueue<Integer> queue) {
        show("none", () -> nothing(queue));
        show("offer", () -> queue.offer(1));
        show("poll", queue::poll);
        show("poll soon", () -> queue.poll(1, TimeUnit.NANOSECONDS));
        show("add", () -> queue.add(1));
        show("contains", () -> queue.contains(1) + " " + queue.remove(1) + " " + queue.iterator().hasNext());
        show("containsAll", () -> queue.containsAll(List.of()) + " " + queue.containsAll(List.of(1)));
        show("toArray", () -> queue.toArray().length + " " + queue.toArray(new Integer[] {1, 2})[0] + queue);
        show("drainTo itself", () -> queue.drainTo(queue));
        show("drainTo null", () -> queue.drainTo(null));
        show("drainTo", () -> queue.drainTo(new java.util.ArrayList<>(), 3));
    }

    static void locks(ReentrantReadWriteLock lock) {
        ReentrantReadWriteLock other = new ReentrantReadWriteLock();
        show("read unlock", () -> { lock.readLock().unlock(); return 0; });
        show("write unlock", () -> { lock.writeLock().unlock(); return 0; });
        lock.readLock().lock();
        other.readLock().lock();
        lock.readLock().lock();
        show("readers", () -> lock.getReadHoldCount() + " " + lock.getReadLockCount() + " " + other.getReadHoldCount());
        show("upgrade", () -> lock.writeLock().tryLock());
        lock.readLock().unlock();
        other.readLock().unlock();
        show("readers", () -> lock.getReadHoldCount() + " " + lock.getReadLockCount() + " " + other.getReadHoldCount());
        show("too often", () -> { other.readLock().unlock(); return 0; });
        lock.readLock().unlock();
        lock.writeLock().lock();
        lock.writeLock().lock();
        lock.readLock().lock();
        show("writer", () -> lock.getWriteHoldCount() + " " + lock.getReadHoldCount() + " " + lock.isWriteLocked());
        lock.writeLock().unlock();
        lock.writeLock().unlock();
        show("downgraded", () -> lock.isWriteLocked() + " " + lock.getReadHoldCount() + " " + lock.isFair());
        show("interrupted", () -> interrupted(() -> { lock.readLock().lockInterruptibly(); return 0; }));
        show("condition", () -> lock.readLock().newCondition());
        lock.readLock().unlock();
        show("condition", () -> lock.writeLock().newCondition().awaitNanos(1));
    }

    public static void main(String[] args) {
        bounded(new ArrayBlockingQueue<>(2));
        bounded(new ArrayBlockingQueue<>(2, true));
        bounded(new LinkedBlockingQueue<>(2));
        refused(new ArrayBlockingQueue<>(1));
        refused(new LinkedBlockingQueue<>());
        refused(new SynchronousQueue<>());
        made();
        synchronous(new SynchronousQueue<>());
        synchronous(new SynchronousQueue<>(true));
        locks(new ReentrantReadWriteLock());
        locks(new ReentrantReadWriteLock(true));
        LongAdder adder = new LongAdder();
        adder.add(3);
        adder.decrement();
        show("sum", () -> adder.sum() + " " + adder.sumThenReset() + " " + adder);
    }
}
