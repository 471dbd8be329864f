package java.nio.channels.spi;

import commute.rt.Step;
import java.io.IOException;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.Channel;
import java.nio.channels.InterruptibleChannel;

/** A channel that is closed once. Channels of ours look themselves whether the thread that waits is interrupted. */
public abstract class AbstractInterruptibleChannel implements Channel, InterruptibleChannel {
    private boolean closed;

    protected AbstractInterruptibleChannel() {
    }

    public final void close() throws IOException {
        Step.begin();
        boolean isFirst = !closed;
        closed = true;
        Step.end();
        if (isFirst) {
            implCloseChannel();
        }
    }

    protected abstract void implCloseChannel() throws IOException;

    public final boolean isOpen() {
        return !closed;
    }

    protected final native void begin();

    protected final native void end(boolean completed) throws AsynchronousCloseException;
}
