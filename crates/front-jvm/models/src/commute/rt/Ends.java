package commute.rt;

import java.util.concurrent.TimeUnit;

/**
 * What a blocking queue with two ends keeps: a channel of the checker, whose elements go round where the other end is meant, in one step.
 * Unlike those of {@link Buffer} who puts and takes notices an interrupt only if it has to wait.
 */
public final class Ends extends Buffer {
    public Ends(int capacity) {
        super(capacity);
    }

    @Override
    public void put(Object item) throws InterruptedException {
        if (!Step.interruptsSeen()) {
            Step.send(channel, item);
        } else if (!offer(item)) {
            sendOrNotice(item, false);
        }
    }

    @Override
    public Object take() throws InterruptedException {
        if (!Step.interruptsSeen()) {
            return Step.receive(channel);
        }
        Object item = poll();
        return item != null ? item : receiveOrNotice(false);
    }

    public void putFirst(Object item) throws InterruptedException {
        if (!Step.interruptsSeen() || !offerFirst(item)) {
            pushOrNotice(item, false);
        }
    }

    /** Whether there was room. */
    public boolean offerFirst(Object item) {
        Step.begin();
        boolean room = Step.length(channel) < capacity;
        if (room) {
            push(item);
        }
        Step.end();
        return room;
    }

    /** Whether the time is up before there is room is not known: both happen. */
    public boolean offerFirst(Object item, long timeout, TimeUnit unit) throws InterruptedException {
        boolean waits = unit.toNanos(timeout) > 0;
        notice();
        if (!waits) {
            return offerFirst(item);
        }
        Step.pause();
        boolean sent = pushOrNotice(item, true);
        if (!sent) {
            Step.tick();
        }
        return sent;
    }

    /** Waits for room, until it is interrupted or perhaps its time is up. */
    private boolean pushOrNotice(Object item, boolean timed) throws InterruptedException {
        Step.begin();
        if (timed) {
            Step.untilOrTimeout(Step.length(channel) < capacity || Step.interrupted());
        } else {
            Step.until(Step.length(channel) < capacity || Step.interrupted());
        }
        // Who is interrupted while there is room may have gone on before it noticed, or not.
        boolean room = Step.length(channel) < capacity && (!Step.interrupted() || Step.choose(2) == 0);
        boolean interrupted = !room && Thread.interrupted();
        if (room) {
            push(item);
        }
        Step.end();
        if (interrupted) {
            throw new InterruptedException();
        }
        return room;
    }

    public Object takeLast() throws InterruptedException {
        Object item = Step.interruptsSeen() ? pollLast() : null;
        return item != null ? item : pullOrNotice(false);
    }

    public Object pollLast() {
        Step.begin();
        Object item = Step.length(channel) > 0 ? pull() : null;
        Step.end();
        return item;
    }

    /** Whether the time is up before there is something is not known: both happen. */
    public Object pollLast(long timeout, TimeUnit unit) throws InterruptedException {
        boolean waits = unit.toNanos(timeout) > 0;
        notice();
        if (!waits) {
            return pollLast();
        }
        Step.pause();
        Object item = pullOrNotice(true);
        if (item == null) {
            Step.tick();
        }
        return item;
    }

    /** Waits for something, until it is interrupted or perhaps its time is up. */
    private Object pullOrNotice(boolean timed) throws InterruptedException {
        Step.begin();
        if (timed) {
            Step.untilOrTimeout(Step.length(channel) > 0 || Step.interrupted());
        } else {
            Step.until(Step.length(channel) > 0 || Step.interrupted());
        }
        boolean there = Step.length(channel) > 0 && (!Step.interrupted() || Step.choose(2) == 0);
        boolean interrupted = !there && Thread.interrupted();
        Object item = there ? pull() : null;
        Step.end();
        if (interrupted) {
            throw new InterruptedException();
        }
        return item;
    }

    /** What is last, by sending all on in their order. */
    public Object peekLast() {
        Step.begin();
        Object last = null;
        for (int i = Step.length(channel); i > 0; i--) {
            last = Step.receive(channel);
            Step.send(channel, last);
        }
        Step.end();
        return last;
    }

    /** Puts something before all others, in a step. */
    private void push(Object item) {
        Step.send(channel, item);
        for (int i = Step.length(channel); i > 1; i--) {
            Step.send(channel, Step.receive(channel));
        }
    }

    /** Takes what is behind all others, in a step. */
    private Object pull() {
        for (int i = Step.length(channel); i > 1; i--) {
            Step.send(channel, Step.receive(channel));
        }
        return Step.receive(channel);
    }
}
