package java.util.concurrent.locks;

import commute.rt.Step;
import commute.rt.WaitQueue;
import java.util.Collection;
import java.util.concurrent.TimeUnit;

/**
 * A read-write lock as the checker has it: taking it and giving it back are one step each. Threads that cannot have it wait
 * in a queue as the JDK's do: who comes later may overtake, but no reader a writer that is the first in the queue.
 */
public class ReentrantReadWriteLock extends WaitQueue implements ReadWriteLock, java.io.Serializable {
    private final boolean fair;
    private final ReadLock readerLock;
    private final WriteLock writerLock;
    private Thread writer;
    private int writes;
    private Reader readers;

    public ReentrantReadWriteLock() {
        this(false);
    }

    public ReentrantReadWriteLock(boolean fair) {
        this.fair = fair;
        readerLock = new ReadLock(this);
        writerLock = new WriteLock(this);
    }

    public WriteLock writeLock() {
        return writerLock;
    }

    public ReadLock readLock() {
        return readerLock;
    }

    /** A thread that reads, and how often it took the lock. */
    private static final class Reader {
        final Thread thread;
        int count;
        Reader next;

        Reader(Thread thread, Reader next) {
            this.thread = thread;
            this.next = next;
        }
    }

    /** A thread that waits. */
    private static final class Queued extends Entry {
        final boolean writes;

        Queued(boolean writes) {
            this.writes = writes;
        }
    }

    private Reader reader(Thread thread) {
        Reader at = readers;
        while (at != null && at.thread != thread) {
            at = at.next;
        }
        return at;
    }

    /** Whether a thread can have the lock now, if it is in the queue or not. */
    private boolean isFree(boolean write, Thread me, Queued entry) {
        if (writer == me) {
            return true;
        }
        if (writer != null || write && readers != null) {
            return false;
        }
        if (entry != null) {
            return first == entry;
        }
        if (first == null) {
            return true;
        }
        return !(fair || !write && ((Queued) first).writes) || !write && reader(me) != null;
    }

    private void take(boolean write, Thread me) {
        if (write) {
            writer = me;
            writes++;
            return;
        }
        Reader mine = reader(me);
        if (mine == null) {
            mine = new Reader(me, readers);
            readers = mine;
        }
        mine.count++;
    }

    private void acquire(boolean write, boolean interruptible) throws InterruptedException {
        Thread me = Thread.currentThread();
        if (interruptible && Thread.interrupted()) {
            throw new InterruptedException();
        }
        Queued entry = new Queued(write);
        Step.begin();
        boolean free = isFree(write, me, null);
        if (free) {
            take(write, me);
        } else {
            enqueue(entry);
        }
        Step.end();
        if (free) {
            return;
        }
        Step.begin();
        Step.until(isFree(write, me, entry) || interruptible && Step.interrupted());
        boolean taken = isFree(write, me, entry);
        if (interruptible && taken && Step.interrupted()) {
            // Which of the two it notices first is open.
            taken = Step.choose(2) == 0;
        }
        if (taken) {
            take(write, me);
        }
        leave(entry);
        Step.end();
        if (!taken) {
            Thread.interrupted();
            throw new InterruptedException();
        }
    }

    private void acquire(boolean write) {
        try {
            acquire(write, false);
        } catch (InterruptedException never) {
            throw new AssertionError();
        }
    }

    /** Takes it if others do not hold it, whoever waits. */
    private boolean tryAcquire(boolean write) {
        Thread me = Thread.currentThread();
        Step.begin();
        boolean free = writer == me || writer == null && (!write || readers == null);
        if (free) {
            take(write, me);
        }
        Step.end();
        return free;
    }

    /** Who has time waits in the queue, where others see it; the time may be up at any moment. */
    private boolean tryAcquire(boolean write, long timeout, TimeUnit unit) throws InterruptedException {
        boolean waits = unit.toNanos(timeout) > 0;
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        Thread me = Thread.currentThread();
        Queued entry = new Queued(write);
        Step.begin();
        boolean taken = isFree(write, me, null);
        if (taken) {
            take(write, me);
        } else if (waits) {
            enqueue(entry);
        }
        Step.end();
        return taken || waits && waitInQueue(entry, write, me);
    }

    private boolean waitInQueue(Queued entry, boolean write, Thread me) throws InterruptedException {
        Thread.yield();
        Step.begin();
        boolean taken = isFree(write, me, entry);
        if (taken && Step.interrupted()) {
            // Which of the two it notices first is open.
            taken = Step.choose(2) == 0;
        }
        if (taken) {
            take(write, me);
        }
        leave(entry);
        Step.end();
        if (!taken) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            Step.tick();
        }
        return taken;
    }

    private void release(boolean write) {
        Thread me = Thread.currentThread();
        Step.begin();
        boolean held = write ? writer == me : reader(me) != null;
        if (held && write) {
            writes--;
            if (writes == 0) {
                writer = null;
            }
        } else if (held) {
            Reader mine = reader(me);
            mine.count--;
            if (mine.count == 0) {
                drop(mine);
            }
        }
        Step.end();
        if (!held) {
            throw write ? new IllegalMonitorStateException()
                : new IllegalMonitorStateException("attempt to unlock read lock, not locked by current thread");
        }
    }

    private void drop(Reader reader) {
        if (readers == reader) {
            readers = reader.next;
            return;
        }
        Reader at = readers;
        while (at.next != reader) {
            at = at.next;
        }
        at.next = reader.next;
    }

    public static class ReadLock implements Lock, java.io.Serializable {
        private final ReentrantReadWriteLock whole;

        protected ReadLock(ReentrantReadWriteLock whole) {
            this.whole = whole;
        }

        public void lock() {
            whole.acquire(false);
        }

        public void lockInterruptibly() throws InterruptedException {
            whole.acquire(false, true);
        }

        public boolean tryLock() {
            return whole.tryAcquire(false);
        }

        public boolean tryLock(long timeout, TimeUnit unit) throws InterruptedException {
            return whole.tryAcquire(false, timeout, unit);
        }

        public void unlock() {
            whole.release(false);
        }

        public Condition newCondition() {
            throw new UnsupportedOperationException();
        }

        public native String toString();
    }

    public static class WriteLock implements Lock, java.io.Serializable {
        private final ReentrantReadWriteLock whole;

        protected WriteLock(ReentrantReadWriteLock whole) {
            this.whole = whole;
        }

        public void lock() {
            whole.acquire(true);
        }

        public void lockInterruptibly() throws InterruptedException {
            whole.acquire(true, true);
        }

        public boolean tryLock() {
            return whole.tryAcquire(true);
        }

        public boolean tryLock(long timeout, TimeUnit unit) throws InterruptedException {
            return whole.tryAcquire(true, timeout, unit);
        }

        public void unlock() {
            whole.release(true);
        }

        public native Condition newCondition();

        public boolean isHeldByCurrentThread() {
            return whole.isWriteLockedByCurrentThread();
        }

        public int getHoldCount() {
            return whole.getWriteHoldCount();
        }

        public native String toString();
    }

    public final boolean isFair() {
        return fair;
    }

    public int getReadLockCount() {
        Step.begin();
        int count = 0;
        for (Reader at = readers; at != null; at = at.next) {
            count += at.count;
        }
        Step.end();
        return count;
    }

    public boolean isWriteLocked() {
        return writer != null;
    }

    public boolean isWriteLockedByCurrentThread() {
        return writer == Thread.currentThread();
    }

    public int getWriteHoldCount() {
        return writer == Thread.currentThread() ? writes : 0;
    }

    public int getReadHoldCount() {
        Thread me = Thread.currentThread();
        Step.begin();
        Reader mine = reader(me);
        int count = mine == null ? 0 : mine.count;
        Step.end();
        return count;
    }

    /** Refused, as what follows: who waits is not known. */
    protected native Thread getOwner();

    protected native Collection<Thread> getQueuedWriterThreads();

    protected native Collection<Thread> getQueuedReaderThreads();

    public final native boolean hasQueuedThreads();

    public final native boolean hasQueuedThread(Thread thread);

    public final native int getQueueLength();

    protected native Collection<Thread> getQueuedThreads();

    public native boolean hasWaiters(Condition condition);

    public native int getWaitQueueLength(Condition condition);

    protected native Collection<Thread> getWaitingThreads(Condition condition);

    public native String toString();
}
