package java.util.concurrent;

import commute.rt.Step;

/** A future as the checker has it: beginning, ending and waiting for the end are one step each. */
public class FutureTask<V> implements RunnableFuture<V> {
    private static final int NORMALLY = 1;
    private static final int WITH_EXCEPTION = 2;
    private static final int CANCELLED = 3;

    /** How it ended, or zero. */
    private int ended;
    private Callable<V> callable;
    private Object outcome;
    private Thread runner;

    public FutureTask(Callable<V> callable) {
        if (callable == null) {
            throw new NullPointerException();
        }
        this.callable = callable;
    }

    public FutureTask(Runnable runnable, V result) {
        this.callable = Executors.callable(runnable, result);
    }

    public boolean isCancelled() {
        return ended == CANCELLED;
    }

    public boolean isDone() {
        return ended != 0;
    }

    public boolean cancel(boolean mayInterruptIfRunning) {
        Step.begin();
        boolean first = ended == 0;
        if (first) {
            ended = CANCELLED;
            if (mayInterruptIfRunning && runner != null) {
                runner.interrupt();
            }
        }
        Step.end();
        if (first) {
            done();
        }
        return first;
    }

    public V get() throws InterruptedException, ExecutionException {
        if (ended == 0) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            Step.begin();
            Step.until(ended != 0 || Step.interrupted());
            boolean interrupted = Step.interrupted() && (ended == 0 || Step.choose(2) == 0);
            Step.end();
            if (interrupted) {
                Thread.interrupted();
                throw new InterruptedException();
            }
        }
        return report();
    }

    /** Whether the time is up before it has ended is not known: both happen. */
    public V get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        if (unit == null) {
            throw new NullPointerException();
        }
        if (ended == 0) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            if (unit.toNanos(timeout) > 0 && Step.timeoutsLast()) {
                Step.begin();
                Step.untilOrTimeout(ended != 0 || Step.interrupted());
                Step.end();
            } else {
                Step.pause();
            }
            if (ended == 0) {
                if (Thread.interrupted()) {
                    throw new InterruptedException();
                }
                Step.tick();
                throw new TimeoutException();
            }
        }
        return report();
    }

    @SuppressWarnings("unchecked")
    private V report() throws ExecutionException {
        if (ended == CANCELLED) {
            throw new CancellationException();
        }
        if (ended == WITH_EXCEPTION) {
            throw new ExecutionException((Throwable) outcome);
        }
        return (V) outcome;
    }

    protected void done() {
    }

    protected void set(V value) {
        end(NORMALLY, value);
    }

    protected void setException(Throwable failure) {
        end(WITH_EXCEPTION, failure);
    }

    private void end(int how, Object result) {
        Step.begin();
        boolean first = ended == 0;
        if (first) {
            outcome = result;
            ended = how;
            callable = null;
        }
        Step.end();
        if (first) {
            done();
        }
    }

    /** What to call, if nobody has begun. */
    private Callable<V> begin() {
        Step.begin();
        Callable<V> mine = null;
        if (ended == 0 && runner == null) {
            runner = Thread.currentThread();
            mine = callable;
        }
        Step.end();
        return mine;
    }

    public void run() {
        Callable<V> mine = begin();
        if (mine == null) {
            return;
        }
        V result;
        try {
            result = mine.call();
        } catch (Throwable failure) {
            setException(failure);
            return;
        }
        set(result);
    }

    protected boolean runAndReset() {
        Callable<V> mine = begin();
        if (mine == null) {
            return false;
        }
        try {
            mine.call();
        } catch (Throwable failure) {
            setException(failure);
            return false;
        }
        Step.begin();
        runner = null;
        boolean again = ended == 0;
        Step.end();
        return again;
    }

    public String toString() {
        int how = ended;
        String status = how == NORMALLY ? "[Completed normally]" : how == WITH_EXCEPTION
            ? "[Completed exceptionally: " + outcome + "]" : how == CANCELLED ? "[Cancelled]" : null;
        if (status == null) {
            Callable<V> task = callable;
            status = task == null ? "[Not completed]" : "[Not completed, task = " + task + "]";
        }
        return super.toString() + status;
    }
}
