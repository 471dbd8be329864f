package java.util.concurrent;

import commute.rt.Step;

/** The JDK's class of this name over our {@link ForkJoinTask}. */
public abstract class CountedCompleter<T> extends ForkJoinTask<T> {
    final CountedCompleter<?> completer;
    private int pending;

    protected CountedCompleter(CountedCompleter<?> completer, int initialPendingCount) {
        this.completer = completer;
        this.pending = initialPendingCount;
    }

    protected CountedCompleter(CountedCompleter<?> completer) {
        this.completer = completer;
    }

    protected CountedCompleter() {
        this.completer = null;
    }

    public abstract void compute();

    public void onCompletion(CountedCompleter<?> caller) {
    }

    public boolean onExceptionalCompletion(Throwable failure, CountedCompleter<?> caller) {
        return true;
    }

    public final CountedCompleter<?> getCompleter() {
        return completer;
    }

    public final int getPendingCount() {
        return pending;
    }

    public final void setPendingCount(int count) {
        pending = count;
    }

    public final void addToPendingCount(int delta) {
        Step.begin();
        pending += delta;
        Step.end();
    }

    public final boolean compareAndSetPendingCount(int expected, int count) {
        Step.begin();
        boolean same = pending == expected;
        if (same) {
            pending = count;
        }
        Step.end();
        return same;
    }

    public final int decrementPendingCountUnlessZero() {
        Step.begin();
        int before = pending;
        if (before != 0) {
            pending = before - 1;
        }
        Step.end();
        return before;
    }

    public final CountedCompleter<?> getRoot() {
        CountedCompleter<?> root = this;
        while (root.completer != null) {
            root = root.completer;
        }
        return root;
    }

    public final void tryComplete() {
        CountedCompleter<?> at = this;
        CountedCompleter<?> child = at;
        while (at.decrementPendingCountUnlessZero() == 0) {
            at.onCompletion(child);
            child = at;
            at = child.completer;
            if (at == null) {
                child.quietlyComplete();
                return;
            }
        }
    }

    public final void propagateCompletion() {
        CountedCompleter<?> at = this;
        while (at.decrementPendingCountUnlessZero() == 0) {
            CountedCompleter<?> child = at;
            at = child.completer;
            if (at == null) {
                child.quietlyComplete();
                return;
            }
        }
    }

    public void complete(T value) {
        setRawResult(value);
        onCompletion(this);
        quietlyComplete();
        if (completer != null) {
            completer.tryComplete();
        }
    }

    public final CountedCompleter<?> firstComplete() {
        return decrementPendingCountUnlessZero() == 0 ? this : null;
    }

    public final CountedCompleter<?> nextComplete() {
        if (completer != null) {
            return completer.firstComplete();
        }
        quietlyComplete();
        return null;
    }

    public final void quietlyCompleteRoot() {
        getRoot().quietlyComplete();
    }

    public final void helpComplete(int maxTasks) {
    }

    void fail(Throwable failure) {
        CountedCompleter<?> at = this;
        CountedCompleter<?> child = at;
        do {
            at.endAbnormally(failure);
            if (!at.hasFailed() || !at.onExceptionalCompletion(failure, child)) {
                return;
            }
            child = at;
            at = child.completer;
        } while (at != null && !at.isDone());
    }

    protected final boolean exec() {
        compute();
        return false;
    }

    public T getRawResult() {
        return null;
    }

    protected void setRawResult(T value) {
    }
}
