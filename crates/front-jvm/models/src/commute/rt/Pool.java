package commute.rt;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
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
    /** Whether threads are the program's own: it can tell who asks for them, and what they do before and after their work. */
    private final boolean watched;
    /** Tasks that wait for a worker. */
    private Entry first;
    private Entry last;
    private int queued;
    /** Workers of a cached pool that wait for a task. */
    private int idle;
    /** Workers that have not ended. */
    private int size;
    /** Those of them that have a thread. */
    private Worker workers;
    private boolean shutdown;
    private boolean stopped;

    Pool(int limit, boolean cached) {
        this(limit, cached, Executors.defaultThreadFactory(), false);
    }

    Pool(int limit, boolean cached, ThreadFactory factory) {
        this(limit, cached, factory, true);
    }

    private Pool(int limit, boolean cached, ThreadFactory factory, boolean watched) {
        super(cached ? 0 : limit, limit, cached ? 60 : 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), factory);
        this.limit = limit;
        this.cached = cached;
        this.watched = watched;
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
        /** Whether it has come so far that the pool may interrupt it, and whether it waits; known if threads are watched. */
        boolean begun;
        boolean waits;
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
                } else {
                    Step.begin();
                    pool.prepare(this);
                    Step.end();
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
        boolean grows = !shutdown && (cached ? idle <= queued : size < limit);
        boolean queues = !shutdown && !grows;
        if (grows) {
            size++;
        } else if (queues) {
            append(entry);
        }
        Step.end();
        if (grows) {
            if (start(task)) {
                return;
            }
            // The factory has no thread to give, or the pool was shut down meanwhile.
            queues = !cached && appends(entry);
        }
        if (!queues) {
            RejectedExecutionException rejected = new RejectedExecutionException();
            // Its message would have the task and the state of the pool.
            rejected.isNotAllKnown();
            throw rejected;
        }
        if (watched && size == 0) {
            // Nobody is left to take it.
            startAnother();
        }
    }

    private boolean appends(Entry entry) {
        Step.begin();
        boolean appends = !shutdown;
        if (appends) {
            append(entry);
        }
        Step.end();
        return appends;
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

    /** Starts a worker that is counted already. Whether there is one: the factory may have none to give. */
    private boolean start(Runnable task) {
        Worker worker = new Worker(this, task);
        boolean started = false;
        try {
            Thread thread = getThreadFactory().newThread(worker);
            if (thread != null) {
                worker.thread = thread;
                if (adds(worker)) {
                    thread.start();
                    started = true;
                }
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

    /** Whether a worker is still wanted, now that there is a thread for it. */
    private boolean adds(Worker worker) {
        Step.begin();
        boolean wanted = !shutdown || worker.task == null && !stopped;
        if (wanted) {
            worker.next = workers;
            workers = worker;
        }
        Step.end();
        return wanted;
    }

    /** A worker that begins with what waits, unless there are enough or nothing is left to do. */
    private void startAnother() {
        Step.begin();
        boolean needed = !stopped && (!shutdown || !cached && first != null) && size < limit;
        if (needed) {
            size++;
        }
        Step.end();
        if (needed) {
            start(null);
        }
    }

    /** In a step: before a task a worker is interrupted if the pool is stopped, and else not. */
    private void prepare(Worker worker) {
        worker.begun = true;
        worker.waits = false;
        if (stopped) {
            Thread.currentThread().interrupt();
        } else {
            Thread.interrupted();
        }
    }

    /** The next task of a worker, or nothing if it ends. */
    private Runnable next(Worker worker) {
        if (watched) {
            Step.begin();
            worker.begun = true;
            worker.waits = true;
            Step.end();
        }
        if (cached) {
            Step.begin();
            idle++;
            Step.end();
        }
        Step.begin();
        Step.until(cached || first != null || shutdown);
        Entry entry = first;
        if (entry == null) {
            if (watched && Step.choose(2) == 0) {
                // It has noticed interrupts while it waited.
                Thread.interrupted();
            }
            end(worker);
        } else {
            first = entry.next;
            if (first == null) {
                last = null;
            }
            queued--;
            prepare(worker);
        }
        if (cached) {
            idle--;
        }
        Step.end();
        return entry == null ? null : entry.task;
    }

    /** A worker has failed; another one takes its place. */
    private void replace(Worker worker) {
        Step.begin();
        end(worker);
        Step.end();
        startAnother();
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
        if (!watched) {
            // Only who has the threads could tell that those that wait are interrupted.
            shutdown = true;
            return;
        }
        Step.begin();
        shutdown = true;
        for (Worker worker = workers; worker != null; worker = worker.next) {
            if (worker.waits) {
                worker.thread.interrupt();
            }
        }
        Step.end();
    }

    /** What waits is handed out, except by a pool that gives each task to a worker at once. */
    public List<Runnable> shutdownNow() {
        Step.begin();
        shutdown = true;
        stopped = true;
        Entry entry = null;
        if (!cached) {
            entry = first;
            first = null;
            last = null;
            queued = 0;
        }
        for (Worker worker = workers; worker != null; worker = worker.next) {
            if (worker.begun) {
                worker.thread.interrupt();
            }
        }
        Step.end();
        List<Runnable> left = new ArrayList<>();
        for (; entry != null; entry = entry.next) {
            left.add(entry.task);
        }
        return left;
    }

    public boolean isShutdown() {
        return shutdown;
    }

    public boolean isTerminated() {
        Step.begin();
        boolean terminated = isOver();
        Step.end();
        return terminated;
    }

    /** In a step: whether nothing is left. Without workers a task may still wait, for ever. */
    private boolean isOver() {
        return shutdown && size == 0 && first == null;
    }

    public boolean isTerminating() {
        Step.begin();
        boolean terminating = shutdown && !isOver();
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
            if (Step.timeoutsLast()) {
                Step.begin();
                Step.untilOrTimeout(isOver() || Step.interrupted());
                Step.end();
            } else {
                Step.pause();
            }
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
        boolean pending = !isOver();
        boolean interrupted = pending && waits && Thread.interrupted();
        Step.end();
        if (interrupted) {
            throw new InterruptedException();
        }
        return pending;
    }

    public int getPoolSize() {
        int count = 0;
        Step.begin();
        for (Worker worker = workers; worker != null; worker = worker.next) {
            count++;
        }
        Step.end();
        return count;
    }

    /** Refused: a program that asks for this, other than by a reference to the method, gets a {@link ThreadPoolExecutor} instead. */
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
