package commute.rt;

import java.io.IOException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.spi.SelectorProvider;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;

/**
 * A selector as the checker has it. Beginning to select is one step, in which changes of keys are noticed, and coming to something is
 * another one: a channel that is registered in between is not waited for, as in the JDK.
 */
public final class ReadySelector extends Selector {
    /** The keys in the order of their registration. */
    private ReadyKey first;
    private final Set<SelectionKey> selected = new HashSet<>();
    private boolean selecting;
    private boolean woken;
    private boolean closed;

    /** {@link Selector#open}. */
    public static Selector make() {
        return new ReadySelector();
    }

    /** Registers a key, inside a step. */
    public void add(ReadyKey key) {
        if (first == null) {
            first = key;
            return;
        }
        ReadyKey last = first;
        while (last.next != null) {
            last = last.next;
        }
        last.next = key;
    }

    @Override
    public boolean isOpen() {
        return !closed;
    }

    @Override
    public native SelectorProvider provider();

    private void requireOpen() {
        if (closed) {
            throw new ClosedSelectorException();
        }
    }

    @Override
    public Set<SelectionKey> keys() {
        requireOpen();
        Step.begin();
        ReadyKey[] all = new ReadyKey[count()];
        int i = 0;
        for (ReadyKey key = first; key != null; key = key.next) {
            all[i++] = key;
        }
        Step.end();
        Set<SelectionKey> keys = new HashSet<>();
        for (ReadyKey key : all) {
            keys.add(key);
        }
        return Collections.unmodifiableSet(keys);
    }

    private int count() {
        int count = 0;
        for (ReadyKey key = first; key != null; key = key.next) {
            count++;
        }
        return count;
    }

    @Override
    public Set<SelectionKey> selectedKeys() {
        requireOpen();
        return selected;
    }

    @Override
    public int selectNow() throws IOException {
        return select(false, false);
    }

    @Override
    public int select(long timeout) throws IOException {
        if (timeout < 0) {
            throw new IllegalArgumentException("Negative timeout");
        }
        return select(true, timeout > 0);
    }

    @Override
    public int select() throws IOException {
        return select(true, false);
    }

    private int select(boolean waits, boolean timed) {
        requireOpen();
        begin();
        Step.begin();
        if (waits && timed) {
            Step.untilOrTimeout(closed || woken || isReady() || Step.interruptsSeen() && Step.interrupted());
        }
        Step.until(!waits || timed || closed || woken || isReady() || Step.interruptsSeen() && Step.interrupted());
        boolean timeIsUp = timed && !closed && !woken && !isReady() && !(Step.interruptsSeen() && Step.interrupted());
        ReadyKey[] ready = new ReadyKey[count()];
        int[] ops = new int[ready.length];
        int count = 0;
        for (ReadyKey key = first; key != null; key = key.next) {
            int can = key.readyNow() & key.interestNow();
            if (can != 0) {
                ready[count] = key;
                ops[count++] = can;
            }
        }
        woken = false;
        Step.end();
        if (timeIsUp) {
            Step.pause();
            Step.tick();
        }
        int updated = note(ready, ops, count);
        selecting = false;
        return updated;
    }

    /** Notices what has changed since the last time. One thread selects at a time. */
    private void begin() {
        Step.begin();
        Step.until(!selecting);
        selecting = true;
        int cancelled = 0;
        ReadyKey[] gone = new ReadyKey[count()];
        ReadyKey before = null;
        for (ReadyKey key = first; key != null; key = key.next) {
            if (key.isValidNow()) {
                key.polled = key.interestNow();
                before = key;
                continue;
            }
            gone[cancelled++] = key;
            key.leaveChannel();
            if (before == null) {
                first = key.next;
            } else {
                before.next = key.next;
            }
        }
        Step.end();
        for (int i = 0; i < cancelled; i++) {
            selected.remove(gone[i]);
        }
    }

    private boolean isReady() {
        for (ReadyKey key = first; key != null; key = key.next) {
            if (key.readyNow() != 0) {
                return true;
            }
        }
        return false;
    }

    /** Puts the keys that are ready among those that are selected. How many say something new. */
    private int note(ReadyKey[] ready, int[] ops, int count) {
        int updated = 0;
        for (int i = 0; i < count; i++) {
            ReadyKey key = ready[i];
            if (selected.add(key)) {
                key.ready = ops[i];
                updated++;
            } else if ((ops[i] & ~key.ready) != 0) {
                key.ready |= ops[i];
                updated++;
            }
        }
        return updated;
    }

    @Override
    public Selector wakeup() {
        woken = true;
        return this;
    }

    @Override
    public void close() throws IOException {
        Step.begin();
        closed = true;
        for (ReadyKey key = first; key != null; key = key.next) {
            key.cancelNow();
            key.leaveChannel();
        }
        first = null;
        Step.end();
    }
}
