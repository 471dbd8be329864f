package commute.rt;

/**
 * What has a queue of those that wait for it. A superclass and not an object of its own, so that a lock is one object. Its methods
 * are for the middle of a step, or for who holds the monitor.
 */
public abstract class WaitQueue {
    /** Who waits longest, or null. */
    protected Entry first;
    private Entry last;

    /** One that waits. */
    protected static class Entry {
        /** Who came after it, or null. */
        public Entry next;

        public Entry() {
        }
    }

    /** Goes to the end of the queue. */
    protected final void enqueue(Entry entry) {
        if (last == null) {
            first = entry;
        } else {
            last.next = entry;
        }
        last = entry;
    }

    /** How many wait. */
    protected final int length() {
        int length = 0;
        for (Entry at = first; at != null; at = at.next) {
            length++;
        }
        return length;
    }

    /** Leaves the queue, if it is there. */
    protected final void leave(Entry entry) {
        Entry before = null;
        for (Entry at = first; at != null; at = at.next) {
            if (at == entry) {
                if (before == null) {
                    first = at.next;
                } else {
                    before.next = at.next;
                }
                if (last == at) {
                    last = before;
                }
                at.next = null;
                return;
            }
            before = at;
        }
    }
}
