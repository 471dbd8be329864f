package java.util.concurrent.locks;

import commute.rt.Step;
import commute.rt.WaitQueue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.concurrent.TimeUnit;

/**
 * A read-write lock as the checker has it: taking it and giving it back are one step each. How often a thread reads is kept with the
 * thread, as in the JDK: here readers are only counted.
 *
 * Threads that cannot have it wait in a queue as the JDK's do, where that can be seen: if the program asks who waits, or for the lock
 * with a time, which may be up because somebody waits though the lock is free. Otherwise nobody can tell when a thread comes to the queue,
 * and who comes later may overtake. What is left of it is that no reader overtakes a writer that waits for readers: then readers may
 * wait for each other for ever.
 */
public class ReentrantReadWriteLock extends WaitQueue implements ReadWriteLock, java.io.Serializable {
    private final boolean fair;
    private final ReadLock readerLock;
    private final WriteLock writerLock;
    private Thread writer;
    private int writes;
    private int readers;
    /** Writers that wait for readers, where the queue cannot be seen. */
    private int waiting;

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

    /** How often a thread took a lock for reading; it has one for each lock. */
    private static final class Hold {
        final ReentrantReadWriteLock lock;
        int count;
        Hold next;

        Hold(ReentrantReadWriteLock lock, Hold next) {
            this.lock = lock;
            this.next = next;
        }
    }

    private static native Object holds(Thread thread);

    private static native void setHolds(Thread thread, Object holds);

    /** A thread that waits. */
    private static final class Queued extends Entry {
        final boolean writes;
        final Thread thread;

        Queued(boolean writes, Thread thread) {
            this.writes = writes;
            this.thread = thread;
        }
    }

    /** That of the thread that calls. */
    private Hold hold(Thread me) {
        Hold at = (Hold) holds(me);
        while (at != null && at.lock != this) {
            at = at.next;
        }
        return at;
    }

    /** Whether a thread can have the lock now, if it is in the queue or not. */
    private boolean isFree(boolean write, Thread me, Queued entry) {
        if (writer == me) {
            return true;
        }
        if (writer != null || write && readers != 0) {
            return false;
        }
        if (entry != null) {
            return first == entry;
        }
        if (first == null) {
            return true;
        }
        return !(fair || !write && ((Queued) first).writes) || !write && hold(me) != null;
    }

    private void take(boolean write, Thread me) {
        if (write) {
            writer = me;
            writes++;
            return;
        }
        readers++;
        Hold mine = hold(me);
        if (mine == null) {
            mine = new Hold(this, (Hold) holds(me));
            setHolds(me, mine);
        }
        mine.count++;
    }

    private void acquire(boolean write, boolean interruptible) throws InterruptedException {
        Thread me = Thread.currentThread();
        if (interruptible && Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (!Step.readWriteQueuesSeen()) {
            acquireUnseen(write, me, interruptible);
            return;
        }
        Queued entry = new Queued(write, me);
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

    private void acquireUnseen(boolean write, Thread me, boolean interruptible) throws InterruptedException {
        boolean taken = false;
        boolean waits = false;
        do {
            boolean interrupted = false;
            Step.begin();
            Step.until(isOpen(write, me, waits) || interruptible && Step.interrupted());
            if (interruptible && Step.interrupted()) {
                // What it notices first is open.
                interrupted = !isOpen(write, me, waits) || Step.choose(2) == 0;
            }
            taken = !interrupted && !(write && readers != 0 && writer != me);
            if (waits) {
                waiting--;
            }
            if (taken) {
                take(write, me);
            } else if (interrupted) {
                Thread.interrupted();
            } else {
                waits = true;
                waiting++;
            }
            Step.end();
            if (interrupted) {
                throw new InterruptedException();
            }
        } while (!taken);
    }

    /** Whether a thread can take the lock, or begin to wait for readers; a writer that does so has to wait until there are none. */
    private boolean isOpen(boolean write, Thread me, boolean waits) {
        if (writer != null) {
            return writer == me;
        }
        return write ? !waits || readers == 0 : waiting == 0 || hold(me) != null;
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
        boolean free = writer == me || writer == null && (!write || readers == 0);
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
        Queued entry = new Queued(write, me);
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
        Step.pause();
        Step.begin();
        if (Step.timeoutsLast()) {
            Step.untilOrTimeout(isFree(write, me, entry) || Step.interrupted());
        }
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
        boolean held = write ? writer == me : hold(me) != null;
        if (held && write) {
            writes--;
            if (writes == 0) {
                writer = null;
            }
        } else if (held) {
            readers--;
            Hold mine = hold(me);
            mine.count--;
            if (mine.count == 0) {
                drop(me, mine);
            }
        }
        Step.end();
        if (!held) {
            throw write ? new IllegalMonitorStateException()
                : new IllegalMonitorStateException("attempt to unlock read lock, not locked by current thread");
        }
    }

    private static void drop(Thread me, Hold hold) {
        Hold at = (Hold) holds(me);
        if (at == hold) {
            setHolds(me, hold.next);
            return;
        }
        while (at.next != hold) {
            at = at.next;
        }
        at.next = hold.next;
    }

    /** A thread that waits for a condition of the write lock. */
    private static final class Waiter extends Entry {
        final Thread thread;
        boolean signalled;

        Waiter(Thread thread) {
            this.thread = thread;
        }
    }

    /** A condition of the write lock. Who waits leaves the queue in a step of its own, whoever holds the lock. */
    static final class Waiting extends WaitQueue implements Condition {
        final ReentrantReadWriteLock whole;

        Waiting(ReentrantReadWriteLock whole) {
            this.whole = whole;
        }

        /** Waits. Whether it was signalled. */
        private boolean doWait(boolean interruptible, boolean timed) throws InterruptedException {
            if (interruptible && Thread.interrupted()) {
                throw new InterruptedException();
            }
            Thread me = Thread.currentThread();
            whole.requireWriter();
            Waiter waiter = new Waiter(me);
            Step.begin();
            enqueue(waiter);
            int held = whole.writes;
            whole.writes = 0;
            whole.writer = null;
            Step.end();
            if (timed) {
                Step.pause();
            }
            Step.begin();
            boolean woken = waiter.signalled || interruptible && Step.interrupted() || Step.spurious();
            if (timed) {
                Step.untilOrTimeout(woken);
            } else {
                Step.until(woken);
            }
            boolean signalled = waiter.signalled;
            boolean interrupted = !signalled && interruptible && Step.interrupted();
            if (!signalled) {
                leave(waiter);
            }
            Step.end();
            whole.acquire(true);
            whole.writes = held;
            if (interrupted) {
                Thread.interrupted();
                throw new InterruptedException();
            }
            if (timed && !signalled) {
                Step.tick();
            }
            return signalled;
        }

        public void await() throws InterruptedException {
            doWait(true, false);
        }

        public void awaitUninterruptibly() {
            try {
                doWait(false, false);
            } catch (InterruptedException never) {
                throw new AssertionError();
            }
        }

        /** Who was signalled may still have no time left when it has the lock again. */
        public long awaitNanos(long nanos) throws InterruptedException {
            if (!doWait(true, true)) {
                return 0;
            }
            if (nanos > 0 && (Step.timeoutsLast() || Step.choose(2) == 0)) {
                return nanos;
            }
            Step.tick();
            return 0;
        }

        public boolean await(long time, TimeUnit unit) throws InterruptedException {
            unit.toNanos(time);
            return doWait(true, true);
        }

        public boolean awaitUntil(Date deadline) throws InterruptedException {
            if (deadline == null) {
                throw new NullPointerException();
            }
            return doWait(true, true);
        }

        public void signal() {
            wake(false);
        }

        public void signalAll() {
            wake(true);
        }

        /** Nobody is added while the lock is held; some may leave. */
        Collection<Thread> threads() {
            Thread[] threads = new Thread[size()];
            int count = 0;
            Step.begin();
            for (Entry at = first; at != null && count < threads.length; at = at.next) {
                threads[count++] = ((Waiter) at).thread;
            }
            Step.end();
            return listed(threads, count);
        }

        private int size() {
            Step.begin();
            int length = length();
            Step.end();
            return length;
        }

        private void wake(boolean all) {
            whole.requireWriter();
            Step.begin();
            boolean more = true;
            while (more && first != null) {
                Waiter waiter = (Waiter) first;
                leave(waiter);
                waiter.signalled = true;
                more = all;
            }
            Step.end();
        }
    }

    private void requireWriter() {
        if (writer != Thread.currentThread()) {
            throw new IllegalMonitorStateException();
        }
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

        public String toString() {
            return super.toString() + "[Read locks = " + whole.getReadLockCount() + "]";
        }
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

        public Condition newCondition() {
            return new Waiting(whole);
        }

        public boolean isHeldByCurrentThread() {
            return whole.isWriteLockedByCurrentThread();
        }

        public int getHoldCount() {
            return whole.getWriteHoldCount();
        }

        public String toString() {
            Thread owner = whole.writer;
            String state = owner == null ? "[Unlocked]" : "[Locked by thread " + owner.getName() + "]";
            return super.toString() + state;
        }
    }

    public final boolean isFair() {
        return fair;
    }

    public int getReadLockCount() {
        return readers;
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
        Hold mine = hold(me);
        int count = mine == null ? 0 : mine.count;
        Step.end();
        return count;
    }

    protected Thread getOwner() {
        return writer;
    }

    protected Collection<Thread> getQueuedWriterThreads() {
        return queued(true, false);
    }

    protected Collection<Thread> getQueuedReaderThreads() {
        return queued(false, true);
    }

    /** Those that wait, as they are at one moment. */
    private Collection<Thread> queued(boolean writers, boolean readers) {
        Thread[] threads = new Thread[getQueueLength()];
        int count = 0;
        Step.begin();
        for (Entry at = first; at != null && count < threads.length; at = at.next) {
            if (((Queued) at).writes ? writers : readers) {
                threads[count++] = ((Queued) at).thread;
            }
        }
        Step.end();
        return listed(threads, count);
    }

    private static Collection<Thread> listed(Thread[] threads, int count) {
        Collection<Thread> list = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            list.add(threads[i]);
        }
        return list;
    }

    public final boolean hasQueuedThreads() {
        return first != null;
    }

    public final boolean hasQueuedThread(Thread thread) {
        if (thread == null) {
            throw new NullPointerException();
        }
        Step.begin();
        Entry at = first;
        while (at != null && ((Queued) at).thread != thread) {
            at = at.next;
        }
        Step.end();
        return at != null;
    }

    public final int getQueueLength() {
        Step.begin();
        int length = length();
        Step.end();
        return length;
    }

    protected Collection<Thread> getQueuedThreads() {
        return queued(true, true);
    }

    public boolean hasWaiters(Condition condition) {
        return getWaitQueueLength(condition) > 0;
    }

    public int getWaitQueueLength(Condition condition) {
        return waiting(condition).size();
    }

    protected Collection<Thread> getWaitingThreads(Condition condition) {
        return waiting(condition);
    }

    private Collection<Thread> waiting(Condition condition) {
        if (condition == null) {
            throw new NullPointerException();
        }
        if (!(condition instanceof Waiting) || ((Waiting) condition).whole != this) {
            throw ReentrantLock.notOwned(condition);
        }
        requireWriter();
        return ((Waiting) condition).threads();
    }

    public String toString() {
        Step.begin();
        int written = writes;
        Step.end();
        return super.toString() + "[Write locks = " + written + ", Read locks = " + getReadLockCount() + "]";
    }
}
