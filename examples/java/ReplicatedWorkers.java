// A pool of workers that take tasks from a common list and add new ones to it. After the Replicated Workers example of
// DHRR04 section 8, a framework whose listing is not in the paper.
//
// Expected: holds. All workers end, and every task was executed.

public class ReplicatedWorkers {
    static final int WORKERS = 2;

    public static void main(String[] args) throws InterruptedException {
        Pool pool = new Pool();
        pool.put(1);
        Worker[] workers = new Worker[WORKERS];
        for (int i = 0; i < WORKERS; i++) {
            workers[i] = new Worker(pool);
            workers[i].start();
        }
        for (int i = 0; i < WORKERS; i++) {
            workers[i].join();
        }
        assert pool.executed() == 3 : "every task was executed";
    }
}

class Worker extends Thread {
    Pool pool;

    Worker(Pool pool) {
        this.pool = pool;
    }

    public void run() {
        for (int size = pool.take(); size >= 0; size = pool.take()) {
            pool.count();
            if (size > 0) {
                pool.put(size - 1);
                pool.put(size - 1);
            }
        }
    }
}

class Pool {
    private int[] tasks = new int[8];
    private int length;
    private int idle;
    private boolean over;
    private int executed;

    synchronized void put(int size) {
        tasks[length++] = size;
        notify();
    }

    /** The size of a task, or -1 if there will be none. */
    synchronized int take() {
        idle++;
        while (length == 0 && !over) {
            if (idle == ReplicatedWorkers.WORKERS) {
                over = true;
                notifyAll();
            } else {
                try {
                    wait();
                } catch (InterruptedException e) {
                }
            }
        }
        if (over) {
            return -1;
        }
        idle--;
        length--;
        int size = tasks[length];
        tasks[length] = 0;
        return size;
    }

    synchronized void count() {
        executed++;
    }

    synchronized int executed() {
        return executed;
    }
}
