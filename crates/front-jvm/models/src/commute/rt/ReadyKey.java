package commute.rt;

import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.spi.AbstractSelectableChannel;

/** That a channel is registered with a selector. */
public final class ReadyKey extends SelectionKey {
    private final AbstractSelectableChannel channel;
    private final ReadySelector selector;
    /** The next key of the same channel. */
    public ReadyKey nextOfChannel;
    /** The next key of the same selector. */
    ReadyKey next;
    private int interest;
    /** The interest when the selector began to wait: it looks at changes only then. */
    int polled;
    int ready;
    private boolean cancelled;

    public ReadyKey(AbstractSelectableChannel channel, ReadySelector selector, int interest) {
        this.channel = channel;
        this.selector = selector;
        this.interest = interest;
    }

    @Override
    public SelectableChannel channel() {
        return channel;
    }

    @Override
    public Selector selector() {
        return selector;
    }

    @Override
    public boolean isValid() {
        return !cancelled;
    }

    /** For the middle of a step. */
    public boolean isValidNow() {
        return !cancelled;
    }

    @Override
    public void cancel() {
        cancelled = true;
    }

    /** For the middle of a step. */
    public void cancelNow() {
        cancelled = true;
    }

    void leaveChannel() {
        channel.remove(this);
    }

    /** What of what the selector waits for can be done now, inside a step. */
    int readyNow() {
        int can = 0;
        if (!cancelled && polled != 0) {
            can = channel instanceof StreamChannel
                ? ((StreamChannel) channel).readyNow() : ((ListenChannel) channel).readyNow();
        }
        return can & polled;
    }

    int interestNow() {
        return interest;
    }

    public void setInterest(int ops) {
        interest = ops;
    }

    @Override
    public int interestOps() {
        requireValid();
        return interest;
    }

    @Override
    public SelectionKey interestOps(int ops) {
        requireValid();
        if ((ops & ~channel.validOps()) != 0) {
            throw new IllegalArgumentException();
        }
        interest = ops;
        return this;
    }

    @Override
    public int interestOpsOr(int ops) {
        requireValid();
        if ((ops & ~channel.validOps()) != 0) {
            throw new IllegalArgumentException();
        }
        return change(ops, -1);
    }

    @Override
    public int interestOpsAnd(int ops) {
        requireValid();
        return change(0, ops);
    }

    private int change(int or, int and) {
        Step.begin();
        int before = interest;
        interest = (before | or) & and;
        Step.end();
        return before;
    }

    @Override
    public int readyOps() {
        requireValid();
        return ready;
    }

    private void requireValid() {
        if (cancelled) {
            throw new CancelledKeyException();
        }
    }
}
