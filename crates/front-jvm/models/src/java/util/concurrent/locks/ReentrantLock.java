package java.util.concurrent.locks;

import commute.rt.Step;
import commute.rt.WaitQueue;
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

    public ReentrantLock() {
        fair = false;
    }

    public ReentrantLock(boolean fair) {
        this.fair = fair;
    }

    public void lock() {
        Step.enter(this);
    }

    public void lockInterruptibly() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
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
        return Step.tryEnter(this);
    }

    public boolean tryLock(long timeout, TimeUnit unit) throws InterruptedException {
        unit.toNanos(timeout);
        if (Thread.interrupted()) {
            throw new InterruptedException();
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

    /** Refused, as what follows: who waits for the lock is not known. */
    protected native Thread getOwner();

    public final native boolean hasQueuedThreads();

    public final native boolean hasQueuedThread(Thread thread);

    public final native int getQueueLength();

    protected native Collection<Thread> getQueuedThreads();

    protected native Collection<Thread> getWaitingThreads(Condition condition);

    public boolean hasWaiters(Condition condition) {
        return getWaitQueueLength(condition) > 0;
    }

    public int getWaitQueueLength(Condition condition) {
        if (condition == null) {
            throw new NullPointerException();
        }
        if (!(condition instanceof Waiting)) {
            throw new IllegalArgumentException("not owner");
        }
        if (((Waiting) condition).lock != this) {
            throw new IllegalArgumentException("Not owner");
        }
        requireHeld();
        int count = 0;
        for (Entry waiter = first; waiter != null; waiter = waiter.next) {
            if (((Waiter) waiter).condition == condition) {
                count++;
            }
        }
        return count;
    }

    public native String toString();

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

        Waiter(Waiting condition, Thread thread, boolean timed) {
            this.condition = condition;
            this.thread = thread;
            this.timed = timed;
        }

        /** Whether it goes on by itself instead of being signalled, because its time is up or it is interrupted. */
        boolean isGone() {
            return (timed || thread != null && thread.isInterrupted()) && Step.choose(2) == 0;
        }
    }

    private static final class Waiting implements Condition {
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
            lock.enqueue(waiter);
            Step.begin();
            int count = Step.leave(lock);
            Step.end();
            if (timed) {
                Step.enter(lock);
            } else {
                enterWhenWoken(waiter);
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

        private void enterWhenWoken(Waiter waiter) {
            Step.begin();
            Step.until(waiter.signalled || waiter.thread != null && Step.interrupted() || Step.spurious());
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
            if (nanos > 0 && Step.choose(2) == 0) {
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
    }
}
