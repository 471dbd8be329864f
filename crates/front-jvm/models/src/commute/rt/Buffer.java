package commute.rt;

import java.util.concurrent.TimeUnit;

/**
 * What blocking queues keep: putting and taking are one step each. There are two numbers, as of two semaphores, so that a step only
 * counts with both; who puts has one end of the list and who takes the other, so that the two have nothing in common unless it is
 * empty. Which of the threads that wait goes on is open: nobody can tell which of them has waited longer.
 */
public final class Buffer {
    /** So many are never put one by one. */
    private static final int MANY = 1 << 30;

    private final int capacity;
    private final boolean bounded;
    private int items;
    /** How many more there is room for; in a buffer without bounds it is never looked at. */
    private int spaces;
    /** The one before the first: it was taken. */
    private Node head = new Node(null);
    private Node last = head;

    private static final class Node {
        Object item;
        Node next;

        Node(Object item) {
            this.item = item;
        }
    }

    public Buffer(int capacity) {
        this.capacity = capacity;
        this.bounded = capacity < MANY;
        this.spaces = bounded ? capacity : 0;
    }

    /** Puts something in that is not shared yet. Whether there was room. */
    public boolean fill(Object item) {
        return offer(item);
    }

    public void put(Object item) throws InterruptedException {
        notice();
        Node node = new Node(item);
        if (!bounded) {
            append(node);
        } else if (!Step.interruptsSeen()) {
            waitAndAppend(node);
        } else if (!appendOrNotice(node, false)) {
            throw new InterruptedException();
        }
    }

    public boolean offer(Object item) {
        Node node = new Node(item);
        if (!bounded) {
            append(node);
            return true;
        }
        return appendIfRoom(node);
    }

    /** Whether the time is up before there is room is not known: both happen. */
    public boolean offer(Object item, long timeout, TimeUnit unit) throws InterruptedException {
        boolean waits = unit.toNanos(timeout) > 0;
        notice();
        if (!bounded || !waits) {
            return offer(item);
        }
        Step.pause();
        if (appendOrNotice(new Node(item), true)) {
            return true;
        }
        timeIsUp();
        return false;
    }

    private void append(Node node) {
        Step.begin();
        spaces--;
        items++;
        last.next = node;
        last = node;
        Step.end();
    }

    private void waitAndAppend(Node node) {
        Step.begin();
        Step.until(spaces > 0);
        spaces--;
        items++;
        last.next = node;
        last = node;
        Step.end();
    }

    private boolean appendIfRoom(Node node) {
        Step.begin();
        boolean room = spaces > 0;
        if (room) {
            spaces--;
            items++;
            last.next = node;
            last = node;
        }
        Step.end();
        return room;
    }

    /** Waits for room, until it is interrupted or perhaps its time is up. */
    private boolean appendOrNotice(Node node, boolean timed) throws InterruptedException {
        Step.begin();
        if (timed) {
            Step.untilOrTimeout(spaces > 0 || Step.interrupted());
        } else {
            Step.until(spaces > 0 || Step.interrupted());
        }
        // Who is interrupted while there is room may have gone on before it noticed, or not.
        boolean room = spaces > 0 && (!Step.interrupted() || Step.choose(2) == 0);
        boolean interrupted = !room && Thread.interrupted();
        if (room) {
            append(node);
        }
        Step.end();
        if (interrupted) {
            throw new InterruptedException();
        }
        return room;
    }

    public Object take() throws InterruptedException {
        notice();
        return Step.interruptsSeen() ? removeOrNotice(false) : waitAndRemove();
    }

    private Object waitAndRemove() {
        Step.begin();
        Step.until(items > 0);
        items--;
        spaces++;
        Node node = head.next;
        head = node;
        Object item = node.item;
        node.item = null;
        Step.end();
        return item;
    }

    public Object poll() {
        Step.begin();
        Object item = null;
        if (items > 0) {
            items--;
            spaces++;
            Node node = head.next;
            head = node;
            item = node.item;
            node.item = null;
        }
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
        Object item = removeOrNotice(true);
        if (item == null) {
            timeIsUp();
        }
        return item;
    }

    /** Waits for something, until it is interrupted or perhaps its time is up. */
    private Object removeOrNotice(boolean timed) throws InterruptedException {
        Step.begin();
        if (timed) {
            Step.untilOrTimeout(items > 0 || Step.interrupted());
        } else {
            Step.until(items > 0 || Step.interrupted());
        }
        boolean there = items > 0 && (!Step.interrupted() || Step.choose(2) == 0);
        boolean interrupted = !there && Thread.interrupted();
        Object item = there ? poll() : null;
        Step.end();
        if (interrupted) {
            throw new InterruptedException();
        }
        return item;
    }

    private static void timeIsUp() {
        Step.tick();
    }

    private static void notice() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    public Object peek() {
        Step.begin();
        Node node = head.next;
        Object item = node == null ? null : node.item;
        Step.end();
        return item;
    }

    public int size() {
        return items;
    }

    public int remainingCapacity() {
        return capacity - items;
    }

    public void clear() {
        Step.begin();
        spaces += items;
        items = 0;
        head = last;
        last.item = null;
        Step.end();
    }
}
