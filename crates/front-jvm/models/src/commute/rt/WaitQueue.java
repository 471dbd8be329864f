package commute.rt;

/**
 * What has a queue of those that wait for it. A superclass and not an object of its own, so that a lock is one object. Its methods
 * are for the middle of a step.
 */
public abstract class WaitQueue {
    /** Who waits longest, or null. */
    protected Entry first;
    private Entry last;

    /** One that waits. */
    protected static class Entry {
        private Entry next;

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

    /** Leaves the queue. */
    protected final void leave(Entry entry) {
        Entry before = null;
        Entry at = first;
        while (at != entry) {
            before = at;
            at = at.next;
        }
        if (before == null) {
            first = at.next;
        } else {
            before.next = at.next;
        }
        if (last == at) {
            last = before;
        }
    }
}
