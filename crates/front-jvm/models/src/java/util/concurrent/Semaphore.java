package java.util.concurrent;

import commute.rt.Step;
import commute.rt.WaitQueue;
import java.util.ArrayList;
import java.util.Collection;

/**
 * A semaphore as the checker has it: taking and giving are one step each. Threads wait in a queue, as the JDK's do, where
 * that can be seen: if the semaphore is fair, if somebody waits for more than one permit and holds up those behind, or if the
 * program asks who waits.
 */
public class Semaphore extends WaitQueue implements java.io.Serializable {
    private int permits;
    private final boolean fair;

    /** One that waits. */
    private static final class Waiter extends Entry {
        final Thread thread = Thread.currentThread();
    }

    public Semaphore(int permits) {
        this.permits = permits;
        this.fair = false;
    }

    public Semaphore(int permits, boolean fair) {
        this.permits = permits;
        this.fair = fair;
    }

    public void acquire() throws InterruptedException {
        acquire(1);
    }

    public void acquire(int wanted) throws InterruptedException {
        if (wanted < 0) {
            throw new IllegalArgumentException();
        }
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (take(wanted)) {
            return;
        }
        Entry me = enqueue(wanted);
        if (!takeInTurn(me, wanted, true)) {
            Thread.interrupted();
            throw new InterruptedException();
        }
    }

    public void acquireUninterruptibly() {
        acquireUninterruptibly(1);
    }

    public void acquireUninterruptibly(int wanted) {
        if (wanted < 0) {
            throw new IllegalArgumentException();
        }
        if (!take(wanted)) {
            takeInTurn(enqueue(wanted), wanted, false);
        }
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

    /** Enters the queue, if it matters. */
    private Entry enqueue(int wanted) {
        Entry me = Step.queuesSeen() ? new Waiter() : new Entry();
        Step.begin();
        boolean matters = fair || wanted > 1 || first != null || Step.queuesSeen();
        if (matters) {
            enqueue(me);
        }
        Step.end();
        return matters ? me : null;
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
        return tryAcquire(1);
    }

    public boolean tryAcquire(int wanted) {
        if (wanted < 0) {
            throw new IllegalArgumentException();
        }
        Step.begin();
        boolean enough = permits >= wanted;
        if (enough) {
            permits -= wanted;
        }
        Step.end();
        return enough;
    }

    public boolean tryAcquire(long timeout, TimeUnit unit) throws InterruptedException {
        return tryAcquire(1, timeout, unit);
    }

    /** Whether the time is up before there are enough permits is not known: both happen. */
    public boolean tryAcquire(int wanted, long timeout, TimeUnit unit) throws InterruptedException {
        if (wanted < 0) {
            throw new IllegalArgumentException();
        }
        unit.toNanos(timeout);
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if ((fair || Step.queuesSeen()) && timeout > 0) {
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
        release(1);
    }

    public void release(int returned) {
        if (returned < 0) {
            throw new IllegalArgumentException();
        }
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
        if (reduction < 0) {
            throw new IllegalArgumentException();
        }
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
