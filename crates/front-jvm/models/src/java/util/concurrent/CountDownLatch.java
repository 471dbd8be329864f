package java.util.concurrent;

import commute.rt.Step;

/** A latch as the checker has it: counting down is one step, and so is waiting for zero; both do nothing but count. */
public class CountDownLatch {
    private volatile long count;

    public CountDownLatch(int count) {
        if (count < 0) {
            throw new IllegalArgumentException("count < 0");
        }
        this.count = count;
    }

    public void await() throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (!Step.interruptsSeen()) {
            Step.begin();
            Step.until(count == 0);
            Step.end();
        } else {
            waitOrNotice();
        }
    }

    private void waitOrNotice() throws InterruptedException {
        Step.begin();
        Step.until(count == 0 || Step.interrupted());
        boolean open = count == 0;
        boolean interrupted = Step.interrupted();
        Step.end();
        // Who is interrupted while the latch is open may have gone on before it noticed, or not.
        if (interrupted && (!open || Step.choose(2) == 0)) {
            Thread.interrupted();
            throw new InterruptedException();
        }
    }

    /** Whether the time is up before the count is zero is not known: both happen. */
    public boolean await(long timeout, TimeUnit unit) throws InterruptedException {
        unit.toNanos(timeout);
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        if (timeout > 0 && Step.timeoutsLast()) {
            Step.begin();
            Step.untilOrTimeout(count == 0 || Step.interrupted());
            Step.end();
        } else {
            Step.pause();
        }
        boolean open = count == 0;
        if (!open && timeout > 0) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            Step.tick();
        }
        return open;
    }

    public void countDown() {
        Step.begin();
        if (count > 0) {
            count--;
        }
        Step.end();
    }

    public long getCount() {
        return count;
    }

    public String toString() {
        return super.toString() + "[Count = " + count + "]";
    }
}
