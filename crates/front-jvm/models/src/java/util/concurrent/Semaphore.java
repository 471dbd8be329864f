package java.util.concurrent;

import commute.rt.Step;
import commute.rt.WaitQueue;
import java.util.ArrayList;
import java.util.Collection;

/**
 * A semaphore as the checker has it: taking and giving are one step each. Threads wait in a queue, as the JDK's do, where
 * that can be seen: if the semaphore is fair, if the program takes several permits at once, so that who waits for them holds up
 * those behind, or if it asks who waits. Otherwise a permit is taken and given in steps that do nothing but count.
 */
public class Semaphore extends WaitQueue implements java.io.Serializable {
    /** From so many permits on it is looked at whether there are too many. Nobody gives that many one by one. */
    private static final int MANY = 1 << 30;

    private volatile int permits;
    private final boolean fair;
    /** Whether there may be too many permits. */
    private final boolean many;

    /** One that waits. */
    private static final class Waiter extends Entry {
        final Thread thread = Thread.currentThread();
    }

    public Semaphore(int permits) {
        this.permits = permits;
        this.fair = false;
        this.many = permits >= MANY;
    }

    public Semaphore(int permits, boolean fair) {
        this.permits = permits;
        this.fair = fair;
        this.many = permits >= MANY;
    }

    public void acquire() throws InterruptedException {
        acquireSome(1);
    }

    public void acquire(int wanted) throws InterruptedException {
        requireWanted(wanted);
        acquireSome(wanted);
    }

    private void acquireSome(int wanted) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        boolean ordered = isOrdered();
        if (!ordered && !Step.interruptsSeen()) {
            takeOne();
        } else if (!(ordered && take(wanted)) && !takeInTurn(ordered ? enqueue() : null, wanted, true)) {
            Thread.interrupted();
            throw new InterruptedException();
        }
    }

    public void acquireUninterruptibly() {
        acquireSomeUninterruptibly(1);
    }

    public void acquireUninterruptibly(int wanted) {
        requireWanted(wanted);
        acquireSomeUninterruptibly(wanted);
    }

    private void acquireSomeUninterruptibly(int wanted) {
        if (!isOrdered()) {
            takeOne();
        } else if (!take(wanted)) {
            takeInTurn(enqueue(), wanted, false);
        }
    }

    /** In a program that comes here threads may wait for several permits, whatever the number is. */
    private static void requireWanted(int count) {
        requireCount(count);
    }

    /** In a program that comes here there may be too many permits soon, or too few. */
    private static void requireGiven(int count) {
        requireCount(count);
    }

    private static void requireCount(int count) {
        if (count < 0) {
            throw new IllegalArgumentException();
        }
    }

    /** Whether the order in which threads wait matters. If not, no thread waits for more or less than one permit. */
    private boolean isOrdered() {
        return fair || Step.queuesSeen() || Step.permitsTakenInBulk();
    }

    /** Waits for a permit and takes it. */
    private void takeOne() {
        Step.begin();
        Step.until(permits > 0);
        permits--;
        Step.end();
    }

    /** Takes permits at once, if that is possible. In a fair semaphore nobody overtakes those who wait. */
    private boolean take(int wanted) {
        Step.begin();
        boolean enough = permits >= wanted && !(fair && first != null);
        if (enough) {
            permits -= wanted;
        }
        Step.end();
        return enough;
    }

    /** Enters the queue. */
    private Entry enqueue() {
        Entry me = Step.queuesSeen() ? new Waiter() : new Entry();
        Step.begin();
        enqueue(me);
        Step.end();
        return me;
    }

    /** Waits until it is this waiter's turn, and there are enough permits, and takes them; not if it is interrupted. */
    private boolean takeInTurn(Entry me, int wanted, boolean interruptible) {
        Step.begin();
        Step.until(permits >= wanted && (me == null || first == me) || interruptible && Step.interrupted());
        boolean enough = permits >= wanted && (me == null || first == me);
        if (interruptible && enough && Step.interrupted()) {
            // Which of the two it notices first is open.
            enough = Step.choose(2) == 0;
        }
        if (enough) {
            permits -= wanted;
        }
        if (me != null) {
            leave(me);
        }
        Step.end();
        return enough;
    }

    public boolean tryAcquire() {
        return trySome(1);
    }

    public boolean tryAcquire(int wanted) {
        requireCount(wanted);
        return trySome(wanted);
    }

    private boolean trySome(int wanted) {
        Step.begin();
        boolean enough = permits >= wanted;
        if (enough) {
            permits -= wanted;
        }
        Step.end();
        return enough;
    }

    public boolean tryAcquire(long timeout, TimeUnit unit) throws InterruptedException {
        return trySome(1, timeout, unit);
    }

    public boolean tryAcquire(int wanted, long timeout, TimeUnit unit) throws InterruptedException {
        requireWanted(wanted);
        return trySome(wanted, timeout, unit);
    }

    /** Whether the time is up before there are enough permits is not known: both happen. */
    private boolean trySome(int wanted, long timeout, TimeUnit unit) throws InterruptedException {
        unit.toNanos(timeout);
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (isOrdered() && timeout > 0) {
            return tryInTurn(wanted);
        }
        Step.pause();
        Step.begin();
        if (timeout > 0 && Step.timeoutsLast()) {
            Step.untilOrTimeout(permits >= wanted || Step.interrupted());
        }
        boolean enough = take(wanted);
        Step.end();
        if (!enough && timeout > 0) {
            timeIsUp();
        }
        return enough;
    }

    /** Who has time waits in the queue, and others wait behind it. */
    private boolean tryInTurn(int wanted) throws InterruptedException {
        Entry me = Step.queuesSeen() ? new Waiter() : new Entry();
        Step.begin();
        boolean enough = permits >= wanted && !(fair && first != null);
        if (enough) {
            permits -= wanted;
        } else {
            enqueue(me);
        }
        Step.end();
        if (enough) {
            return true;
        }
        Step.pause();
        Step.begin();
        if (Step.timeoutsLast()) {
            Step.untilOrTimeout(permits >= wanted && first == me || Step.interrupted());
        }
        enough = permits >= wanted && first == me;
        if (enough && Step.interrupted()) {
            // Which of the two it notices first is open.
            enough = Step.choose(2) == 0;
        }
        if (enough) {
            permits -= wanted;
        }
        leave(me);
        Step.end();
        if (!enough) {
            timeIsUp();
        }
        return enough;
    }

    private static void timeIsUp() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        Step.tick();
    }

    public void release() {
        if (many || Step.permitsGivenInBulk()) {
            give(1);
            return;
        }
        Step.begin();
        permits++;
        Step.end();
    }

    public void release(int returned) {
        requireGiven(returned);
        give(returned);
    }

    private void give(int returned) {
        Step.begin();
        int next = permits + returned;
        boolean possible = next >= permits;
        if (possible) {
            permits = next;
        }
        Step.end();
        if (!possible) {
            throw new Error("Maximum permit count exceeded");
        }
    }

    public int availablePermits() {
        return permits;
    }

    public int drainPermits() {
        Step.begin();
        int all = permits;
        permits = 0;
        Step.end();
        return all;
    }

    protected void reducePermits(int reduction) {
        requireGiven(reduction);
        Step.begin();
        int next = permits - reduction;
        boolean possible = next <= permits;
        if (possible) {
            permits = next;
        }
        Step.end();
        if (!possible) {
            throw new Error("Permit count underflow");
        }
    }

    public boolean isFair() {
        return fair;
    }

    public final boolean hasQueuedThreads() {
        return first != null;
    }

    public final int getQueueLength() {
        Step.begin();
        int length = length();
        Step.end();
        return length;
    }

    protected Collection<Thread> getQueuedThreads() {
        Thread[] threads = new Thread[getQueueLength()];
        int count = 0;
        Step.begin();
        for (Entry at = first; at != null && count < threads.length; at = at.next) {
            threads[count++] = ((Waiter) at).thread;
        }
        Step.end();
        Collection<Thread> list = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            list.add(threads[i]);
        }
        return list;
    }

    public String toString() {
        return super.toString() + "[Permits = " + permits + "]";
    }
}
