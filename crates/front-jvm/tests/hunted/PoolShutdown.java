import java.util.ArrayDeque;
import java.util.Queue;

/** A pool whose threads are kept in a static array. A worker looks whether it is to stop before it takes the lock, and misses the call. */
public class PoolShutdown {
    static final Thread[] WORKERS = new Thread[4];
    static final Queue<Runnable> TASKS = new ArrayDeque<>();
    static volatile boolean stopped;
    static int done;

    static void work() {
        try {
            while (!stopped) {
                Runnable task;
                synchronized (TASKS) {
                    if (TASKS.isEmpty()) {
                        TASKS.wait();
                    }
                    task = TASKS.poll();
                }
                if (task != null) {
                    task.run();
                }
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    static void submit(Runnable task) {
        synchronized (TASKS) {
            TASKS.add(task);
            TASKS.notify();
        }
    }

    static void shutdown() throws InterruptedException {
        stopped = true;
        synchronized (TASKS) {
            TASKS.notifyAll();
        }
        for (Thread worker : WORKERS) {
            worker.join();
        }
    }

    static synchronized void count() {
        done++;
    }

    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < WORKERS.length; i++) {
            WORKERS[i] = new Thread(PoolShutdown::work);
            WORKERS[i].start();
        }
        for (int i = 0; i < 4; i++) {
            submit(PoolShutdown::count);
        }
        shutdown();
    }
}
