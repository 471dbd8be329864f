package commute.rt;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The pools that {@link java.util.concurrent.Executors} makes, as the checker has them. The JDK's need dozens of steps for a
 * task, none of which commutes with those of other workers; here a worker takes its next task in one step.
 */
final class Pool extends ThreadPoolExecutor {
    /** How many workers there are at most. */
    private final int limit;
    /** Whether tasks are only given to workers that wait, and these end when their time is up. */
    private final boolean cached;
    /** Tasks that wait for a worker. */
    private Entry first;
    private Entry last;
    private int queued;
    /** Workers of a cached pool that wait for a task. */
    private int idle;
    /** Workers that have not ended. */
    private int size;
    private Worker workers;
    private boolean shutdown;
    private boolean stopped;

    Pool(int limit, boolean cached, ThreadFactory factory) {
        super(cached ? 0 : limit, limit, cached ? 60 : 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), factory);
        this.limit = limit;
        this.cached = cached;
    }

    private static final class Entry {
        final Runnable task;
        Entry next;

        Entry(Runnable task) {
            this.task = task;
        }
    }

    private static final class Worker implements Runnable {
        private final Pool pool;
        private Runnable task;
        Thread thread;
        Worker next;

        Worker(Pool pool, Runnable task) {
            this.pool = pool;
            this.task = task;
        }

        public void run() {
            Runnable now = task;
            task = null;
            boolean clean = false;
            try {
                if (now == null) {
                    now = pool.next(this);
                }
                while (now != null) {
                    now.run();
                    now = pool.next(this);
                }
                clean = true;
            } finally {
                if (!clean) {
                    pool.replace(this);
                }
            }
        }
    }

    public void execute(Runnable task) {
        if (task == null) {
            throw new NullPointerException();
        }
        Entry entry = new Entry(task);
        Step.begin();
        boolean refused = shutdown;
        boolean grows = !refused && (cached ? idle <= queued : size < limit);
        if (grows) {
            size++;
        } else if (!refused) {
            append(entry);
        }
        Step.end();
        if (refused) {
            RejectedExecutionException rejected = new RejectedExecutionException();
            // Its message would have the task and the state of the pool.
            rejected.isNotAllKnown();
            throw rejected;
        }
        if (grows && !start(task)) {
            Step.begin();
            append(entry);
            Step.end();
        }
    }

    private void append(Entry entry) {
        if (last == null) {
            first = entry;
        } else {
            last.next = entry;
        }
        last = entry;
        queued++;
    }

    /** Starts a worker. Whether there is one: the factory may have none to give, and then tasks wait. */
    private boolean start(Runnable task) {
        Worker worker = new Worker(this, task);
        boolean started = false;
        try {
            Thread thread = getThreadFactory().newThread(worker);
            if (thread != null) {
                worker.thread = thread;
                Step.begin();
                worker.next = workers;
                workers = worker;
                if (stopped) {
                    // Who stopped the pool has not seen this one.
                    thread.interrupt();
                }
                Step.end();
                thread.start();
                started = true;
            }
        } finally {
            if (!started) {
                Step.begin();
                end(worker);
                Step.end();
            }
        }
        return started;
    }

    /** The next task of a worker, or nothing if it ends. */
    private Runnable next(Worker worker) {
        if (cached) {
            Step.begin();
            idle++;
            Step.end();
        }
        Step.begin();
        Step.until(cached || first != null || shutdown);
        Entry entry = first;
        if (entry == null) {
            end(worker);
        } else {
            first = entry.next;
            if (first == null) {
                last = null;
            }
            queued--;
            if (!stopped) {
                Thread.interrupted();
            }
        }
        if (cached) {
            idle--;
        }
        Step.end();
        return entry == null ? null : entry.task;
    }

    /** A worker has failed; another one takes its place, unless there is nothing more to do. */
    private void replace(Worker worker) {
        Step.begin();
        end(worker);
        boolean needed = !stopped && (first != null || !shutdown) && size < limit;
        if (needed) {
            size++;
        }
        Step.end();
        if (needed) {
            start(null);
        }
    }

    private void end(Worker worker) {
        size--;
        if (workers == worker) {
            workers = worker.next;
            return;
        }
        for (Worker at = workers; at != null; at = at.next) {
            if (at.next == worker) {
                at.next = worker.next;
                return;
            }
        }
    }

    public void shutdown() {
        shutdown = true;
    }

    public List<Runnable> shutdownNow() {
        Step.begin();
        shutdown = true;
        stopped = true;
        Entry entry = first;
        first = null;
        last = null;
        queued = 0;
        Worker worker = workers;
        Step.end();
        List<Runnable> left = new ArrayList<>();
        for (; entry != null; entry = entry.next) {
            left.add(entry.task);
        }
        for (; worker != null; worker = worker.next) {
            worker.thread.interrupt();
        }
        return left;
    }

    public boolean isShutdown() {
        return shutdown;
    }

    public boolean isTerminated() {
        Step.begin();
        boolean terminated = shutdown && size == 0;
        Step.end();
        return terminated;
    }

    public boolean isTerminating() {
        Step.begin();
        boolean terminating = shutdown && size > 0;
        Step.end();
        return terminating;
    }

    /** Whether the time is up before the last worker has ended is not known: both happen. */
    public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
        boolean waits = unit.toNanos(timeout) > 0;
        if (!isPending(waits)) {
            return true;
        }
        if (waits) {
            Thread.yield();
            if (!isPending(true)) {
                return true;
            }
            Step.tick();
        }
        return false;
    }

    /** Whether there are still workers; who waits for them notices interrupts. */
    private boolean isPending(boolean waits) throws InterruptedException {
        Step.begin();
        boolean pending = !(shutdown && size == 0);
        boolean interrupted = pending && waits && Thread.interrupted();
        Step.end();
        if (interrupted) {
            throw new InterruptedException();
        }
        return pending;
    }

    public int getPoolSize() {
        return size;
    }

    /** Refused, as what follows: what workers are doing is not known. */
    public native int getActiveCount();

    public native int getLargestPoolSize();

    public native long getTaskCount();

    public native long getCompletedTaskCount();

    public native BlockingQueue<Runnable> getQueue();

    public native boolean remove(Runnable task);

    public native void purge();

    public native void setThreadFactory(ThreadFactory factory);

    public native void setRejectedExecutionHandler(RejectedExecutionHandler handler);

    public native void setCorePoolSize(int size);

    public native void setMaximumPoolSize(int size);

    public native boolean prestartCoreThread();

    public native int prestartAllCoreThreads();

    public native void allowCoreThreadTimeOut(boolean value);

    public native String toString();
}
