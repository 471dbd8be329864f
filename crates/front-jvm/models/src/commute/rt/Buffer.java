package commute.rt;

import java.util.concurrent.TimeUnit;

/**
 * What blocking queues keep: a channel of the checker, so that putting and taking are what sending and receiving are there. Which of
 * the threads that wait goes on is open: nobody can tell which of them has waited longer.
 */
public class Buffer {
    /** So many are never put one by one. */
    private static final int MANY = 1 << 30;

    final Object channel;
    final int capacity;

    public Buffer(int capacity) {
        this.channel = Step.channel(capacity);
        this.capacity = capacity;
    }

    public void put(Object item) throws InterruptedException {
        notice();
        if (capacity >= MANY || !Step.interruptsSeen()) {
            Step.send(channel, item);
        } else {
            sendOrNotice(item, false);
        }
    }

    /** Whether there was room. */
    public boolean offer(Object item) {
        if (capacity >= MANY) {
            Step.send(channel, item);
            return true;
        }
        Step.begin();
        boolean room = Step.length(channel) < capacity;
        if (room) {
            Step.send(channel, item);
        }
        Step.end();
        return room;
    }

    /** Whether the time is up before there is room is not known: both happen. */
    public boolean offer(Object item, long timeout, TimeUnit unit) throws InterruptedException {
        boolean waits = unit.toNanos(timeout) > 0;
        notice();
        if (!waits || capacity >= MANY) {
            return offer(item);
        }
        Step.pause();
        boolean sent = sendOrNotice(item, true);
        if (!sent) {
            Step.tick();
        }
        return sent;
    }

    /** Waits for room, until it is interrupted or perhaps its time is up. */
    boolean sendOrNotice(Object item, boolean timed) throws InterruptedException {
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
            Step.send(channel, item);
        }
        Step.end();
        if (interrupted) {
            throw new InterruptedException();
        }
        return room;
    }

    public Object take() throws InterruptedException {
        notice();
        return Step.interruptsSeen() ? receiveOrNotice(false) : Step.receive(channel);
    }

    public Object poll() {
        Step.begin();
        Object item = Step.length(channel) > 0 ? Step.receive(channel) : null;
        Step.end();
        return item;
    }

    /** Whether the time is up before there is something is not known: both happen. */
    public Object poll(long timeout, TimeUnit unit) throws InterruptedException {
        boolean waits = unit.toNanos(timeout) > 0;
        notice();
        if (!waits) {
            return poll();
        }
        Step.pause();
        Object item = receiveOrNotice(true);
        if (item == null) {
            Step.tick();
        }
        return item;
    }

    /** Waits for something, until it is interrupted or perhaps its time is up. */
    Object receiveOrNotice(boolean timed) throws InterruptedException {
        Step.begin();
        if (timed) {
            Step.untilOrTimeout(Step.length(channel) > 0 || Step.interrupted());
        } else {
            Step.until(Step.length(channel) > 0 || Step.interrupted());
        }
        boolean there = Step.length(channel) > 0 && (!Step.interrupted() || Step.choose(2) == 0);
        boolean interrupted = !there && Thread.interrupted();
        Object item = there ? Step.receive(channel) : null;
        Step.end();
        if (interrupted) {
            throw new InterruptedException();
        }
        return item;
    }

    static void notice() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    /** What is first, by sending all on in their order. */
    public Object peek() {
        Step.begin();
        Object first = null;
        int count = Step.length(channel);
        for (int i = 0; i < count; i++) {
            Object item = Step.receive(channel);
            Step.send(channel, item);
            if (i == 0) {
                first = item;
            }
        }
        Step.end();
        return first;
    }

    public int size() {
        return Step.length(channel);
    }

    public int remainingCapacity() {
        return capacity - Step.length(channel);
    }

    public void clear() {
        Step.begin();
        while (Step.length(channel) > 0) {
            Step.receive(channel);
        }
        Step.end();
    }
}
