package java.util.concurrent;

import commute.rt.Step;

/**
 * A barrier as the checker has it: arriving is one step, and going on is another. The JDK's has a lock, which is seen only while the
 * action runs: then nobody else arrives, goes on or asks.
 */
public class CyclicBarrier {
    private final int parties;
    private final Runnable action;
    /** What those wait for that have arrived: that it is not the present one any more, or broken. */
    private Generation generation = new Generation();
    /** How many have not arrived. */
    private int missing;
    /** Who runs the action, or null. */
    private Thread running;

    private static final class Generation {
        boolean broken;
    }

    public CyclicBarrier(int parties, Runnable action) {
        if (parties <= 0) {
            throw new IllegalArgumentException();
        }
        this.parties = parties;
        this.missing = parties;
        this.action = action;
    }

    public CyclicBarrier(int parties) {
        this(parties, null);
    }

    public int getParties() {
        return parties;
    }

    public int await() throws InterruptedException, BrokenBarrierException {
        try {
            return arrive(false, 0);
        } catch (TimeoutException never) {
            throw new Error(never);
        }
    }

    public int await(long timeout, TimeUnit unit)
            throws InterruptedException, BrokenBarrierException, TimeoutException {
        return arrive(true, unit.toNanos(timeout));
    }

    private int arrive(boolean timed, long nanos)
            throws InterruptedException, BrokenBarrierException, TimeoutException {
        Thread me = Thread.currentThread();
        Step.begin();
        Step.until(action == null || running == null || running == me);
        Generation mine = generation;
        boolean broken = mine.broken;
        boolean interrupted = !broken && Step.interruptsSeen() && Thread.interrupted();
        // An action may arrive at its own barrier. Who waits lets others in.
        boolean inside = action != null && running == me;
        int index = 0;
        if (interrupted) {
            breakUp();
        } else if (!broken) {
            index = --missing;
            enter(index, timed && nanos <= 0, me);
        }
        Step.end();
        if (interrupted) {
            throw new InterruptedException();
        }
        if (broken) {
            throw new BrokenBarrierException();
        }
        if (index == 0) {
            trip();
            return 0;
        }
        if (timed && nanos <= 0) {
            throw new TimeoutException();
        }
        goOn(mine, timed, inside, me);
        return index;
    }

    /** What an arrival changes besides who is missing. */
    private void enter(int index, boolean late, Thread me) {
        if (index == 0 && action == null) {
            renew();
        } else if (index == 0) {
            running = me;
        } else if (late) {
            breakUp();
        } else if (action != null && running == me) {
            running = null;
        }
    }

    /** Who comes last runs the action. */
    private void trip() {
        if (action == null) {
            return;
        }
        boolean done = false;
        try {
            action.run();
            done = true;
        } finally {
            Step.begin();
            if (done) {
                renew();
            } else {
                breakUp();
            }
            running = null;
            Step.end();
        }
    }

    /** Waits. Whether the time is up before the others have come is not known: both happen. */
    private void goOn(Generation mine, boolean timed, boolean inside, Thread me)
            throws InterruptedException, BrokenBarrierException, TimeoutException {
        if (timed && Step.timeoutsLast()) {
            Step.begin();
            Step.untilOrTimeout(generation != mine || mine.broken || Step.interruptsSeen() && Step.interrupted());
            Step.end();
        } else if (timed) {
            Step.pause();
        }
        Step.begin();
        Step.until((action == null || running == null)
            && (timed || generation != mine || mine.broken || Step.interruptsSeen() && Step.interrupted()));
        boolean broken = mine.broken;
        boolean waits = !broken && generation == mine;
        boolean interrupted = waits && Step.interruptsSeen() && Thread.interrupted();
        if (waits) {
            breakUp();
        }
        if (inside) {
            running = me;
        }
        Step.end();
        if (interrupted) {
            throw new InterruptedException();
        }
        if (broken) {
            throw new BrokenBarrierException();
        }
        if (waits) {
            Step.tick();
            throw new TimeoutException();
        }
    }

    private void renew() {
        missing = parties;
        generation = new Generation();
    }

    private void breakUp() {
        generation.broken = true;
        missing = parties;
    }

    public boolean isBroken() {
        Thread me = Thread.currentThread();
        Step.begin();
        Step.until(action == null || running == null || running == me);
        boolean broken = generation.broken;
        Step.end();
        return broken;
    }

    public void reset() {
        Thread me = Thread.currentThread();
        Step.begin();
        Step.until(action == null || running == null || running == me);
        breakUp();
        renew();
        Step.end();
    }

    public int getNumberWaiting() {
        Thread me = Thread.currentThread();
        Step.begin();
        Step.until(action == null || running == null || running == me);
        int waiting = parties - missing;
        Step.end();
        return waiting;
    }
}
