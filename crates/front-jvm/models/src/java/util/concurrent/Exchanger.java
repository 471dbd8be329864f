package java.util.concurrent;

import commute.rt.Step;

/** An exchanger as the checker has it. The JDK's threads count to a thousand before they wait. */
public class Exchanger<V> {
    /** Who waits for another thread. */
    private Meeting waiting;

    private static final class Meeting {
        final Object brought;
        Object found;
        boolean complete;

        Meeting(Object brought) {
            this.brought = brought;
        }
    }

    public Exchanger() {
    }

    public V exchange(V value) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        Meeting mine = new Meeting(value);
        Meeting other = arrive(mine);
        if (other != null) {
            return of(other.brought);
        }
        Step.begin();
        Step.until(mine.complete || Step.interrupted());
        boolean complete = mine.complete;
        if (!complete) {
            waiting = null;
        }
        Step.end();
        if (!complete) {
            Thread.interrupted();
            throw new InterruptedException();
        }
        return of(mine.found);
    }

    /** Whether the time is up before another thread comes is not known: both happen. */
    public V exchange(V value, long timeout, TimeUnit unit) throws InterruptedException, TimeoutException {
        boolean waits = unit.toNanos(timeout) > 0;
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        Meeting mine = new Meeting(value);
        Meeting other = arrive(mine);
        if (other != null) {
            return of(other.brought);
        }
        Step.rest();
        Step.begin();
        if (waits && Step.timeoutsLast()) {
            Step.untilOrTimeout(mine.complete || Step.interrupted());
        }
        boolean complete = mine.complete;
        if (!complete) {
            waiting = null;
        }
        Step.end();
        if (!complete) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            Step.tick();
            throw new TimeoutException();
        }
        return of(mine.found);
    }

    /** Meets the thread that waits, or begins to wait. */
    private Meeting arrive(Meeting mine) {
        Step.begin();
        Meeting other = waiting;
        if (other == null) {
            waiting = mine;
        } else {
            waiting = null;
            other.found = mine.brought;
            other.complete = true;
        }
        Step.end();
        return other;
    }

    @SuppressWarnings("unchecked")
    private V of(Object value) {
        return (V) value;
    }
}
