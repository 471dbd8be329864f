package java.nio.channels.spi;

import commute.rt.ReadyKey;
import commute.rt.ReadySelector;
import commute.rt.Step;
import java.io.IOException;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.IllegalBlockingModeException;
import java.nio.channels.IllegalSelectorException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;

/** A channel that selectors of ours know. What is native is refused. */
public abstract class AbstractSelectableChannel extends SelectableChannel {
    private boolean nonBlocking;
    /** Its keys, linked by {@link ReadyKey#nextOfChannel}. */
    private ReadyKey first;

    protected AbstractSelectableChannel(SelectorProvider provider) {
    }

    public final native SelectorProvider provider();

    public final boolean isRegistered() {
        return first != null;
    }

    private ReadyKey find(Selector selector) {
        ReadyKey key = first;
        while (key != null && key.selector() != selector) {
            key = key.nextOfChannel;
        }
        return key;
    }

    public final SelectionKey keyFor(Selector selector) {
        Step.begin();
        ReadyKey key = find(selector);
        Step.end();
        return key;
    }

    public final SelectionKey register(Selector selector, int ops, Object attachment) throws ClosedChannelException {
        if ((ops & ~validOps()) != 0) {
            throw new IllegalArgumentException();
        }
        if (!isOpen()) {
            throw new ClosedChannelException();
        }
        if (!(selector instanceof ReadySelector)) {
            throw new IllegalSelectorException();
        }
        ReadyKey made = new ReadyKey(this, (ReadySelector) selector, ops);
        made.attach(attachment);
        Step.begin();
        boolean blocking = !nonBlocking;
        ReadyKey key = blocking ? null : find(selector);
        boolean isNew = !blocking && key == null;
        boolean cancelled = !isNew && key != null && !key.isValidNow();
        if (isNew) {
            key = made;
            made.nextOfChannel = first;
            first = made;
            ((ReadySelector) selector).add(made);
        } else if (key != null && !cancelled) {
            key.setInterest(ops);
        }
        Step.end();
        if (blocking) {
            throw new IllegalBlockingModeException();
        }
        if (cancelled) {
            throw new CancelledKeyException();
        }
        if (!isNew) {
            key.attach(attachment);
        }
        return key;
    }

    /** A selector has noticed that a key is cancelled. For the middle of a step. */
    public final void remove(ReadyKey key) {
        if (first == key) {
            first = key.nextOfChannel;
        } else {
            ReadyKey before = first;
            while (before != null && before.nextOfChannel != key) {
                before = before.nextOfChannel;
            }
            if (before != null) {
                before.nextOfChannel = key.nextOfChannel;
            }
        }
        key.nextOfChannel = null;
    }

    protected final void implCloseChannel() throws IOException {
        implCloseSelectableChannel();
        Step.begin();
        for (ReadyKey key = first; key != null; key = key.nextOfChannel) {
            key.cancelNow();
        }
        Step.end();
    }

    protected abstract void implCloseSelectableChannel() throws IOException;

    public final boolean isBlocking() {
        return !nonBlocking;
    }

    public final native Object blockingLock();

    public final SelectableChannel configureBlocking(boolean block) throws IOException {
        if (!isOpen()) {
            throw new ClosedChannelException();
        }
        Step.begin();
        boolean registered = false;
        for (ReadyKey key = first; key != null; key = key.nextOfChannel) {
            registered |= key.isValidNow();
        }
        boolean allowed = !block || !registered;
        if (allowed) {
            nonBlocking = !block;
        }
        Step.end();
        if (!allowed) {
            throw new IllegalBlockingModeException();
        }
        return this;
    }

    protected abstract void implConfigureBlocking(boolean block) throws IOException;
}
