package java.util.concurrent;

import commute.rt.Step;
import java.util.ArrayList;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.List;

/**
 * A pool of threads as the checker has it. The JDK's keeps its state and the number of its workers in one word, its workers in a set
 * with a lock, and a lock in each of them; here each of these changes is one step. The queue is the program's own.
 */
public class ThreadPoolExecutor extends AbstractExecutorService {
    private static final int RUNNING = 0;
    private static final int SHUTDOWN = 1;
    private static final int STOP = 2;
    private static final int TIDYING = 3;
    private static final int TERMINATED = 4;
    private static final RejectedExecutionHandler USUAL = new AbortPolicy();

    private final BlockingQueue<Runnable> queue;
    private int state;
    /** Workers that are counted: some have no thread yet, or have left the list and are about to end. */
    private int count;
    private Hand workers;
    private int largest;
    /** Tasks of workers that have ended. */
    private long completed;
    private ThreadFactory factory;
    private RejectedExecutionHandler handler;
    private long keepAlive;
    private boolean coreTimesOut;
    private int core;
    private int maximum;

    public ThreadPoolExecutor(int core, int maximum, long time, TimeUnit unit, BlockingQueue<Runnable> queue) {
        this(core, maximum, time, unit, queue, Executors.defaultThreadFactory(), USUAL);
    }

    public ThreadPoolExecutor(int core, int maximum, long time, TimeUnit unit, BlockingQueue<Runnable> queue,
            ThreadFactory factory) {
        this(core, maximum, time, unit, queue, factory, USUAL);
    }

    public ThreadPoolExecutor(int core, int maximum, long time, TimeUnit unit, BlockingQueue<Runnable> queue,
            RejectedExecutionHandler handler) {
        this(core, maximum, time, unit, queue, Executors.defaultThreadFactory(), handler);
    }

    public ThreadPoolExecutor(int core, int maximum, long time, TimeUnit unit, BlockingQueue<Runnable> queue,
            ThreadFactory factory, RejectedExecutionHandler handler) {
        if (core < 0 || maximum <= 0 || maximum < core || time < 0) {
            throw new IllegalArgumentException();
        }
        if (queue == null || factory == null || handler == null) {
            throw new NullPointerException();
        }
        this.core = core;
        this.maximum = maximum;
        this.queue = queue;
        this.keepAlive = unit.toNanos(time);
        this.factory = factory;
        this.handler = handler;
    }

    private static final class Hand implements Runnable {
        private final ThreadPoolExecutor pool;
        Runnable task;
        Thread thread;
        /** Whether it may be interrupted: it runs. */
        boolean begun;
        /** Whether it is at a task, or has not begun. */
        boolean busy = true;
        boolean hasTask;
        /** Whether it is one of those that are counted. */
        boolean counts = true;
        long completed;
        Hand next;

        Hand(ThreadPoolExecutor pool, Runnable task) {
            this.pool = pool;
            this.task = task;
        }

        public void run() {
            pool.work(this);
        }
    }

    public void execute(Runnable task) {
        if (task == null) {
            throw new NullPointerException();
        }
        Step.begin();
        boolean runs = state == RUNNING;
        boolean grows = runs && count < core;
        if (grows) {
            count++;
        }
        Step.end();
        if (grows) {
            if (startWorker(task)) {
                return;
            }
            runs = state == RUNNING;
        }
        if (runs && queue.offer(task)) {
            recheck(task);
        } else if (!addWorker(task, false)) {
            reject(task);
        }
    }

    /** A task is in the queue, but the pool may have been shut down, or have nobody to take it. */
    private void recheck(Runnable task) {
        Step.begin();
        boolean runs = state == RUNNING;
        boolean isAlone = count == 0;
        Step.end();
        if (!runs && remove(task)) {
            reject(task);
        } else if (isAlone) {
            addWorker(null, false);
        }
    }

    /** One more worker, if the state and the limit allow it. Whether its thread was started. */
    private boolean addWorker(Runnable first, boolean isCore) {
        Step.begin();
        boolean asks = state == SHUTDOWN && first == null;
        boolean wanted = state == RUNNING && counts(isCore);
        Step.end();
        // A queue may wait for its lock, so that it is not asked in a step.
        if (asks && !queue.isEmpty()) {
            Step.begin();
            wanted = state == SHUTDOWN && counts(isCore);
            Step.end();
        }
        return wanted && startWorker(first);
    }

    /** In a step: counts one more worker, if there may be one. */
    private boolean counts(boolean isCore) {
        boolean may = count < (isCore ? core : maximum);
        if (may) {
            count++;
        }
        return may;
    }

    private boolean startWorker(Runnable first) {
        Hand worker = new Hand(this, first);
        boolean started = false;
        try {
            Thread thread = factory.newThread(worker);
            if (thread != null) {
                worker.thread = thread;
                if (lists(worker)) {
                    thread.start();
                    started = true;
                }
            }
        } finally {
            if (!started) {
                Step.begin();
                count--;
                drop(worker);
                Step.end();
                tryTerminate();
            }
        }
        return started;
    }

    private boolean lists(Hand worker) {
        if (worker.thread.isAlive()) {
            throw new IllegalThreadStateException();
        }
        Step.begin();
        boolean wanted = state == RUNNING || state == SHUTDOWN && worker.task == null;
        if (wanted) {
            worker.next = workers;
            workers = worker;
            int size = size();
            if (size > largest) {
                largest = size;
            }
        }
        Step.end();
        return wanted;
    }

    /** In a step. */
    private int size() {
        int size = 0;
        for (Hand worker = workers; worker != null; worker = worker.next) {
            size++;
        }
        return size;
    }

    /** In a step: takes a worker from the list, if it is there. */
    private void drop(Hand worker) {
        if (workers == worker) {
            workers = worker.next;
            return;
        }
        for (Hand at = workers; at != null; at = at.next) {
            if (at.next == worker) {
                at.next = worker.next;
                return;
            }
        }
    }

    /** What the thread of a worker does. */
    private void work(Hand worker) {
        Runnable task = worker.task;
        worker.task = null;
        boolean abruptly = true;
        try {
            if (task == null) {
                task = next(worker);
            }
            while (task != null) {
                run(worker, task);
                task = next(worker);
            }
            abruptly = false;
        } finally {
            leave(worker, abruptly);
        }
    }

    private void run(Hand worker, Runnable task) {
        Step.begin();
        worker.begun = true;
        worker.busy = true;
        // While it waited it may have been interrupted, which is none of the task's business.
        if (state >= STOP) {
            Thread.currentThread().interrupt();
        } else {
            Thread.interrupted();
        }
        worker.hasTask = true;
        Step.end();
        beforeExecute(worker.thread, task);
        try {
            task.run();
            afterExecute(task, null);
        } catch (Throwable thrown) {
            afterExecute(task, thrown);
            throw thrown;
        }
    }

    /** In a step: a worker is at no task any more. */
    private static void rest(Hand worker) {
        worker.begun = true;
        worker.busy = false;
        if (worker.hasTask) {
            worker.hasTask = false;
            worker.completed++;
        }
    }

    /** The next task of a worker, or nothing if it ends. */
    private Runnable next(Hand worker) {
        boolean late = false;
        while (true) {
            Step.begin();
            rest(worker);
            boolean ends = state >= STOP;
            boolean closes = state == SHUTDOWN;
            boolean timed = coreTimesOut || count > core;
            boolean superfluous = count > maximum || timed && late;
            Step.end();
            if (ends || closes && queue.isEmpty()) {
                return null;
            }
            if (superfluous) {
                if (leaves(worker, timed && late, queue.isEmpty())) {
                    return null;
                }
                continue;
            }
            try {
                Runnable task = timed ? queue.poll(keepAlive, TimeUnit.NANOSECONDS) : queue.take();
                if (task != null) {
                    return task;
                }
                late = true;
            } catch (InterruptedException again) {
                late = false;
            }
        }
    }

    /** Whether a worker that is not needed ends: not the last one, if there are tasks. */
    private boolean leaves(Hand worker, boolean late, boolean isEmpty) {
        Step.begin();
        boolean leaves = (late || count > maximum) && (count > 1 || isEmpty);
        if (leaves) {
            count--;
            worker.counts = false;
        }
        Step.end();
        return leaves;
    }

    private void leave(Hand worker, boolean abruptly) {
        Step.begin();
        rest(worker);
        if (worker.counts) {
            count--;
        }
        completed += worker.completed;
        drop(worker);
        int now = state;
        Step.end();
        if (now != RUNNING) {
            tryTerminate();
        }
        if (now < STOP && (abruptly || isMissed())) {
            addWorker(null, false);
        }
    }

    /** Whether there are too few workers. */
    private boolean isMissed() {
        if (state != RUNNING && queue.isEmpty()) {
            return false;
        }
        int least = coreTimesOut ? 0 : core;
        if (least == 0 && !queue.isEmpty()) {
            least = 1;
        }
        return count < least;
    }

    final void tryTerminate() {
        int now = state;
        if (now == RUNNING || now >= TIDYING || now == SHUTDOWN && !queue.isEmpty()) {
            return;
        }
        Step.begin();
        boolean last = count == 0 && state < TIDYING;
        if (last) {
            state = TIDYING;
        } else if (count != 0) {
            // Who waits for a task would not notice; it tells the next one.
            interruptIdle(true);
        }
        Step.end();
        if (last) {
            try {
                terminated();
            } finally {
                state = TERMINATED;
            }
        }
    }

    /** In a step: interrupts those that wait for a task, or one of them. */
    private void interruptIdle(boolean one) {
        for (Hand worker = workers; worker != null; worker = worker.next) {
            if (!worker.busy) {
                worker.thread.interrupt();
            }
            if (one) {
                return;
            }
        }
    }

    final void reject(Runnable task) {
        handler.rejectedExecution(task, this);
    }

    void onShutdown() {
    }

    public void shutdown() {
        Step.begin();
        if (state < SHUTDOWN) {
            state = SHUTDOWN;
        }
        interruptIdle(false);
        Step.end();
        onShutdown();
        tryTerminate();
    }

    public List<Runnable> shutdownNow() {
        Step.begin();
        if (state < STOP) {
            state = STOP;
        }
        for (Hand worker = workers; worker != null; worker = worker.next) {
            if (worker.begun) {
                worker.thread.interrupt();
            }
        }
        Step.end();
        List<Runnable> left = drain();
        tryTerminate();
        return left;
    }

    /** A queue may refuse to give what it has, as one of delays does. */
    private List<Runnable> drain() {
        List<Runnable> left = new ArrayList<>();
        queue.drainTo(left);
        if (!queue.isEmpty()) {
            for (Object task : queue.toArray()) {
                if (queue.remove(task)) {
                    left.add((Runnable) task);
                }
            }
        }
        return left;
    }

    public boolean isShutdown() {
        return state >= SHUTDOWN;
    }

    boolean isStopped() {
        return state >= STOP;
    }

    /** Before Java 14, for pools that run tasks at times. */
    final boolean isRunningState(boolean shutdownToo) {
        int now = state;
        return now == RUNNING || now == SHUTDOWN && shutdownToo;
    }

    public boolean isTerminating() {
        int now = state;
        return now >= SHUTDOWN && now < TERMINATED;
    }

    public boolean isTerminated() {
        return state >= TERMINATED;
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
                Step.untilOrTimeout(state >= TERMINATED || Step.interrupted());
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

    private boolean isPending(boolean waits) throws InterruptedException {
        Step.begin();
        boolean pending = state < TERMINATED;
        boolean interrupted = pending && waits && Thread.interrupted();
        Step.end();
        if (interrupted) {
            throw new InterruptedException();
        }
        return pending;
    }

    @Deprecated(since = "9")
    protected void finalize() {
    }

    public void setThreadFactory(ThreadFactory factory) {
        if (factory == null) {
            throw new NullPointerException();
        }
        this.factory = factory;
    }

    public ThreadFactory getThreadFactory() {
        return factory;
    }

    public void setRejectedExecutionHandler(RejectedExecutionHandler handler) {
        if (handler == null) {
            throw new NullPointerException();
        }
        this.handler = handler;
    }

    public RejectedExecutionHandler getRejectedExecutionHandler() {
        return handler;
    }

    public void setCorePoolSize(int size) {
        if (size < 0 || maximum < size) {
            throw new IllegalArgumentException();
        }
        int more = size - core;
        core = size;
        if (count > size) {
            interruptAllIdle();
        } else if (more > 0) {
            int starts = Math.min(more, queue.size());
            while (starts-- > 0 && addWorker(null, true) && !queue.isEmpty()) {
            }
        }
    }

    private void interruptAllIdle() {
        Step.begin();
        interruptIdle(false);
        Step.end();
    }

    public int getCorePoolSize() {
        return core;
    }

    public boolean prestartCoreThread() {
        return count < core && addWorker(null, true);
    }

    void ensurePrestart() {
        int now = count;
        if (now < core) {
            addWorker(null, true);
        } else if (now == 0) {
            addWorker(null, false);
        }
    }

    public int prestartAllCoreThreads() {
        int started = 0;
        while (addWorker(null, true)) {
            started++;
        }
        return started;
    }

    public boolean allowsCoreThreadTimeOut() {
        return coreTimesOut;
    }

    public void allowCoreThreadTimeOut(boolean value) {
        if (value && keepAlive <= 0) {
            throw new IllegalArgumentException("Core threads must have nonzero keep alive times");
        }
        if (value != coreTimesOut) {
            coreTimesOut = value;
            if (value) {
                interruptAllIdle();
            }
        }
    }

    public void setMaximumPoolSize(int size) {
        if (size <= 0 || size < core) {
            throw new IllegalArgumentException();
        }
        maximum = size;
        if (count > size) {
            interruptAllIdle();
        }
    }

    public int getMaximumPoolSize() {
        return maximum;
    }

    public void setKeepAliveTime(long time, TimeUnit unit) {
        if (time < 0) {
            throw new IllegalArgumentException();
        }
        if (time == 0 && coreTimesOut) {
            throw new IllegalArgumentException("Core threads must have nonzero keep alive times");
        }
        long nanos = unit.toNanos(time);
        boolean shorter = nanos < keepAlive;
        keepAlive = nanos;
        if (shorter) {
            interruptAllIdle();
        }
    }

    public long getKeepAliveTime(TimeUnit unit) {
        return unit.convert(keepAlive, TimeUnit.NANOSECONDS);
    }

    public BlockingQueue<Runnable> getQueue() {
        return queue;
    }

    public boolean remove(Runnable task) {
        boolean removed = queue.remove(task);
        tryTerminate();
        return removed;
    }

    public void purge() {
        try {
            Iterator<Runnable> at = queue.iterator();
            while (at.hasNext()) {
                Runnable task = at.next();
                if (isCancelled(task)) {
                    at.remove();
                }
            }
        } catch (ConcurrentModificationException meanwhile) {
            for (Object task : queue.toArray()) {
                if (isCancelled(task)) {
                    queue.remove(task);
                }
            }
        }
        tryTerminate();
    }

    private static boolean isCancelled(Object task) {
        return task instanceof Future<?> && ((Future<?>) task).isCancelled();
    }

    public int getPoolSize() {
        Step.begin();
        int size = state >= TIDYING ? 0 : size();
        Step.end();
        return size;
    }

    public int getActiveCount() {
        Step.begin();
        int active = active();
        Step.end();
        return active;
    }

    /** In a step. */
    private int active() {
        int active = 0;
        for (Hand worker = workers; worker != null; worker = worker.next) {
            if (worker.busy) {
                active++;
            }
        }
        return active;
    }

    public int getLargestPoolSize() {
        return largest;
    }

    public long getTaskCount() {
        Step.begin();
        long tasks = done() + active();
        Step.end();
        return tasks + queue.size();
    }

    public long getCompletedTaskCount() {
        Step.begin();
        long done = done();
        Step.end();
        return done;
    }

    /** In a step. */
    private long done() {
        long done = completed;
        for (Hand worker = workers; worker != null; worker = worker.next) {
            done += worker.completed;
        }
        return done;
    }

    public String toString() {
        Step.begin();
        int now = state;
        int size = size();
        int active = active();
        long done = done();
        Step.end();
        String text = now == RUNNING ? "Running" : now >= TERMINATED ? "Terminated" : "Shutting down";
        return super.toString() + "[" + text + ", pool size = " + size + ", active threads = " + active
            + ", queued tasks = " + queue.size() + ", completed tasks = " + done + "]";
    }

    protected void beforeExecute(Thread thread, Runnable task) {
    }

    protected void afterExecute(Runnable task, Throwable thrown) {
    }

    protected void terminated() {
    }

    public static class CallerRunsPolicy implements RejectedExecutionHandler {
        public CallerRunsPolicy() {
        }

        public void rejectedExecution(Runnable task, ThreadPoolExecutor pool) {
            if (!pool.isShutdown()) {
                task.run();
            }
        }
    }

    public static class AbortPolicy implements RejectedExecutionHandler {
        public AbortPolicy() {
        }

        public void rejectedExecution(Runnable task, ThreadPoolExecutor pool) {
            RejectedExecutionException rejected = new RejectedExecutionException();
            // Its message would have the task and the state of the pool.
            rejected.isNotAllKnown();
            throw rejected;
        }
    }

    public static class DiscardPolicy implements RejectedExecutionHandler {
        public DiscardPolicy() {
        }

        public void rejectedExecution(Runnable task, ThreadPoolExecutor pool) {
        }
    }

    public static class DiscardOldestPolicy implements RejectedExecutionHandler {
        public DiscardOldestPolicy() {
        }

        public void rejectedExecution(Runnable task, ThreadPoolExecutor pool) {
            if (!pool.isShutdown()) {
                pool.getQueue().poll();
                pool.execute(task);
            }
        }
    }
}
