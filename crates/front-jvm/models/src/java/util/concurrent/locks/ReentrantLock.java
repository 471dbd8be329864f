package java.util.concurrent.locks;

import commute.rt.Step;
import commute.rt.WaitQueue;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Date;
import java.util.concurrent.TimeUnit;

/**
 * A lock as the checker has it: the monitor of the object. The JDK's keeps a queue of threads in fields that all of them
 * write, so that nothing they do commutes, and no lock can be seen to guard anything. Which of the waiting threads gets
 * the lock is open, also if it is fair: there is no telling who came first.
 */
public class ReentrantLock extends WaitQueue implements Lock, java.io.Serializable {
    private final boolean fair;
    /** Who holds it and who waits for it, in a program that asks for that. */
    private Thread owner;
    private Queued queue;

    public ReentrantLock() {
        fair = false;
    }

    public ReentrantLock(boolean fair) {
        this.fair = fair;
    }

    public void lock() {
        if (Step.queuesSeen()) {
            Queued me = new Queued(Thread.currentThread());
            if (!entersOrQueues(me)) {
                enterFromQueue(me);
            }
        } else {
            Step.enter(this);
        }
    }

    /** A thread that waits for the lock. */
    private static final class Queued {
        final Thread thread;
        Queued next;

        Queued(Thread thread) {
            this.thread = thread;
        }
    }

    /** Takes the lock if it is free, and otherwise goes to the end of the queue. */
    private boolean entersOrQueues(Queued me) {
        Step.begin();
        boolean entered = Step.tryEnter(this);
        if (entered) {
            owner = me.thread;
        } else {
            append(me);
        }
        Step.end();
        return entered;
    }

    private void enterFromQueue(Queued me) {
        Step.waits();
        Step.begin();
        Step.enter(this);
        remove(me);
        owner = me.thread;
        Step.goesOn();
        Step.end();
    }

    /** In a step. */
    private void append(Queued me) {
        if (queue == null) {
            queue = me;
            return;
        }
        Queued last = queue;
        while (last.next != null) {
            last = last.next;
        }
        last.next = me;
    }

    /** In a step. */
    private void remove(Queued me) {
        if (queue == me) {
            queue = me.next;
        } else {
            Queued at = queue;
            while (at.next != me) {
                at = at.next;
            }
            at.next = me.next;
        }
        me.next = null;
    }

    /** The lock of who asks: waits in the queue, until it is interrupted or, perhaps, its time is up. */
    private boolean entersInTime(boolean timed) throws InterruptedException {
        Queued me = new Queued(Thread.currentThread());
        if (entersOrQueues(me)) {
            return true;
        }
        if (timed) {
            Step.pause();
        } else {
            Step.waits();
        }
        Step.begin();
        if (timed && Step.timeoutsLast()) {
            Step.untilOrTimeout(owner == null || Step.interrupted());
        }
        boolean interrupted = Step.interrupted();
        boolean entered = true;
        if (timed || interrupted) {
            entered = Step.tryEnter(this);
        } else {
            Step.enter(this);
        }
        Step.goesOn();
        remove(me);
        if (entered) {
            owner = me.thread;
        }
        Step.end();
        if (interrupted && (!entered || Step.choose(2) == 0)) {
            if (entered) {
                unlock();
            }
            Thread.interrupted();
            throw new InterruptedException();
        }
        return entered;
    }

    public void lockInterruptibly() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (Step.queuesSeen()) {
            entersInTime(false);
            return;
        }
        Step.begin();
        boolean interrupted = Step.interrupted();
        boolean entered = true;
        if (interrupted) {
            entered = Step.tryEnter(this);
        } else {
            Step.enter(this);
        }
        Step.end();
        // Who is interrupted while the lock is free may have taken it before it noticed, or not.
        if (interrupted && (!entered || Step.choose(2) == 0)) {
            if (entered) {
                Step.exit(this);
            }
            Thread.interrupted();
            throw new InterruptedException();
        }
    }

    public boolean tryLock() {
        if (!Step.queuesSeen()) {
            return Step.tryEnter(this);
        }
        Thread me = Thread.currentThread();
        Step.begin();
        boolean entered = Step.tryEnter(this);
        if (entered) {
            owner = me;
        }
        Step.end();
        return entered;
    }

    public boolean tryLock(long timeout, TimeUnit unit) throws InterruptedException {
        unit.toNanos(timeout);
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (Step.queuesSeen()) {
            if (timeout <= 0) {
                return tryLock();
            }
            boolean taken = entersInTime(true);
            if (!taken) {
                Step.tick();
            }
            return taken;
        }
        // A free lock is taken at once; who has to wait may find it free later, be interrupted, or have waited long enough.
        boolean entered = Step.tryEnter(this);
        if (!entered && timeout > 0) {
            entered = Step.tryEnter(this);
            if (!entered) {
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                Step.tick();
            }
        }
        return entered;
    }

    public void unlock() {
        if (Step.queuesSeen()) {
            if (owner != Thread.currentThread()) {
                throw new IllegalMonitorStateException();
            }
            Step.begin();
            Step.exit(this);
            if (!Step.holds(this)) {
                owner = null;
            }
            Step.end();
            return;
        }
        try {
            Step.exit(this);
        } catch (IllegalMonitorStateException notHeld) {
            // The machine's has a message.
            throw new IllegalMonitorStateException();
        }
    }

    public Condition newCondition() {
        return new Waiting(this);
    }

    public int getHoldCount() {
        return Step.count(this);
    }

    public boolean isHeldByCurrentThread() {
        return Step.holds(this);
    }

    public boolean isLocked() {
        Step.begin();
        boolean entered = Step.tryEnter(this);
        boolean mine = false;
        if (entered) {
            Step.exit(this);
            mine = Step.holds(this);
        }
        Step.end();
        return !entered || mine;
    }

    public final boolean isFair() {
        return fair;
    }

    protected Thread getOwner() {
        return owner;
    }

    public final boolean hasQueuedThreads() {
        return queue != null;
    }

    public final boolean hasQueuedThread(Thread thread) {
        if (thread == null) {
            throw new NullPointerException();
        }
        Step.begin();
        Queued at = queue;
        while (at != null && at.thread != thread) {
            at = at.next;
        }
        Step.end();
        return at != null;
    }

    public final int getQueueLength() {
        Step.begin();
        int length = 0;
        for (Queued at = queue; at != null; at = at.next) {
            length++;
        }
        Step.end();
        return length;
    }

    protected Collection<Thread> getQueuedThreads() {
        Thread[] threads = new Thread[getQueueLength()];
        int count = 0;
        Step.begin();
        for (Queued at = queue; at != null && count < threads.length; at = at.next) {
            threads[count++] = at.thread;
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

    protected Collection<Thread> getWaitingThreads(Condition condition) {
        Thread[] threads = new Thread[getWaitQueueLength(condition)];
        int count = 0;
        Step.begin();
        for (Entry at = first; at != null && count < threads.length; at = at.next) {
            if (((Waiter) at).condition == condition) {
                threads[count++] = ((Waiter) at).queued.thread;
            }
        }
        Step.end();
        return listed(threads, count);
    }

    public boolean hasWaiters(Condition condition) {
        return getWaitQueueLength(condition) > 0;
    }

    /** What is said of a condition that another lock has: those of the JDK are told from others. */
    static IllegalArgumentException notOwned(Condition condition) {
        boolean ofTheJdk = condition instanceof Waiting || condition instanceof ReentrantReadWriteLock.Waiting
            || condition instanceof AbstractQueuedSynchronizer.ConditionObject;
        return new IllegalArgumentException(ofTheJdk ? "Not owner" : "not owner");
    }

    public int getWaitQueueLength(Condition condition) {
        if (condition == null) {
            throw new NullPointerException();
        }
        if (!(condition instanceof Waiting) || ((Waiting) condition).lock != this) {
            throw notOwned(condition);
        }
        requireHeld();
        int count = 0;
        Step.begin();
        for (Entry waiter = first; waiter != null; waiter = waiter.next) {
            if (((Waiter) waiter).condition == condition) {
                count++;
            }
        }
        Step.end();
        return count;
    }

    public String toString() {
        if (!isLocked()) {
            return super.toString() + "[Unlocked]";
        }
        Thread by = isHeldByCurrentThread() ? Thread.currentThread() : owner;
        if (by == null) {
            ownerIsNotKnown();
        }
        return super.toString() + "[Locked by thread " + by.getName() + "]";
    }

    /** Refused: a lock of another thread as a text, in a program that does not ask for owners. */
    private static native void ownerIsNotKnown();

    /** Fails if the lock is not held; nobody waits on the monitor as such. */
    private void requireHeld() {
        if (!Step.holds(this)) {
            throw new IllegalMonitorStateException();
        }
    }

    /** A thread that waits for a condition of this lock. */
    private static final class Waiter extends Entry {
        final Waiting condition;
        /** The thread, if it can be interrupted. */
        final Thread thread;
        final boolean timed;
        boolean signalled;
        /** Its place in the queue for the lock, once it is not in this one, in a program that asks for that. */
        final Queued queued;

        Waiter(Waiting condition, Thread thread, boolean timed) {
            this.condition = condition;
            this.thread = thread;
            this.timed = timed;
            this.queued = Step.queuesSeen() ? new Queued(Thread.currentThread()) : null;
        }

        /** Whether it goes on by itself instead of being signalled, because its time is up or it is interrupted. */
        boolean isGone() {
            boolean mayBe = timed && !Step.timeoutsLast() || thread != null && thread.isInterrupted();
            return mayBe && Step.choose(2) == 0;
        }
    }

    static final class Waiting implements Condition {
        final ReentrantLock lock;

        Waiting(ReentrantLock lock) {
            this.lock = lock;
        }

        /** Waits. Whether it was signalled. */
        private boolean doWait(boolean interruptible, boolean timed) throws InterruptedException {
            if (interruptible && Thread.interrupted()) {
                throw new InterruptedException();
            }
            lock.requireHeld();
            Waiter waiter = new Waiter(this, interruptible ? Thread.currentThread() : null, timed);
            if (Step.queuesSeen()) {
                return waitSeen(waiter, interruptible);
            }
            lock.enqueue(waiter);
            Step.begin();
            int count = Step.leave(lock);
            Step.end();
            if (timed && !Step.timeoutsLast()) {
                Step.enter(lock);
            } else {
                enterWhenWoken(waiter, timed);
            }
            for (int i = 1; i < count; i++) {
                Step.enter(lock);
            }
            if (waiter.signalled) {
                return true;
            }
            lock.leave(waiter);
            if (interruptible && Thread.interrupted()) {
                throw new InterruptedException();
            }
            if (timed) {
                Step.tick();
            }
            return false;
        }

        /** The same, where others can see in which queue it is. */
        private boolean waitSeen(Waiter waiter, boolean interruptible) throws InterruptedException {
            Step.begin();
            lock.enqueue(waiter);
            lock.owner = null;
            int count = Step.leave(lock);
            Step.end();
            if (waiter.timed) {
                Step.pause();
            }
            Step.begin();
            boolean woken = waiter.signalled || interruptible && Step.interrupted() || Step.spurious();
            if (waiter.timed) {
                Step.untilOrTimeout(woken);
            } else {
                Step.until(woken);
            }
            boolean signalled = waiter.signalled;
            boolean interrupted = !signalled && interruptible && Step.interrupted();
            if (!signalled) {
                lock.leave(waiter);
                lock.append(waiter.queued);
            }
            Step.end();
            lock.enterFromQueue(waiter.queued);
            for (int i = 1; i < count; i++) {
                Step.enter(lock);
            }
            if (interrupted) {
                Thread.interrupted();
                throw new InterruptedException();
            }
            if (waiter.timed && !signalled) {
                Step.tick();
            }
            return signalled;
        }

        private void enterWhenWoken(Waiter waiter, boolean timed) {
            Step.begin();
            boolean woken = waiter.signalled || waiter.thread != null && Step.interrupted() || Step.spurious();
            if (timed) {
                Step.untilOrTimeout(woken);
            } else {
                Step.until(woken);
            }
            Step.enter(lock);
            Step.end();
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
            lock.requireHeld();
            wake(false);
        }

        public void signalAll() {
            lock.requireHeld();
            wake(true);
        }

        private void wake(boolean all) {
            if (Step.queuesSeen()) {
                wakeSeen(all);
                return;
            }
            Waiter at = (Waiter) lock.first;
            while (at != null) {
                Waiter next = (Waiter) at.next;
                if (at.condition == this) {
                    lock.leave(at);
                    if (!at.isGone()) {
                        at.signalled = true;
                        if (!all) {
                            return;
                        }
                    }
                }
                at = next;
            }
        }

        private void wakeSeen(boolean all) {
            Step.begin();
            Waiter at = (Waiter) lock.first;
            boolean more = true;
            while (more && at != null) {
                Waiter next = (Waiter) at.next;
                if (at.condition == this) {
                    lock.leave(at);
                    lock.append(at.queued);
                    at.signalled = true;
                    more = all;
                }
                at = next;
            }
            Step.end();
        }
    }
}
