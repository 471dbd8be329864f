// Replicated workers: a pool of work that threads take from, and collectors of their results. After the Replicated Workers example of
// DHRR04 section 8, a framework whose listing is not in the paper: a shared Vector, Vectors and Enumerations of each thread, and
// three patterns of locking (a monitor with wait and notify, a Vector that locks itself, and a lock beside what it protects).
//
// Expected: holds. All workers end, and every item was executed.

import java.util.Enumeration;
import java.util.Vector;

public class ReplicatedWorkers {
    static final int WORKERS = 3;

    public static void main(String[] args) {
        Pool pool = new Pool();
        pool.put(new Item(1));
        pool.put(new Item(0));
        Vector<Item> results = new Vector<Item>();
        Object lock = new Object();
        Total total = new Total();
        for (int i = 0; i < WORKERS; i++) {
            new Worker(pool, results, lock, total).start();
        }
    }
}

class Item {
    final int size;

    Item(int size) {
        this.size = size;
    }
}

class Total {
    int sum;
}

class Worker extends Thread {
    private final Pool pool;
    private final Vector<Item> results;
    private final Object lock;
    private final Total total;

    Worker(Pool pool, Vector<Item> results, Object lock, Total total) {
        this.pool = pool;
        this.results = results;
        this.lock = lock;
        this.total = total;
    }

    public void run() {
        Vector<Item> done = new Vector<Item>(4);
        for (Item item = pool.take(); item != null; item = pool.take()) {
            Vector<Item> made = new Vector<Item>(2);
            for (int i = 0; i < item.size; i++) {
                made.addElement(new Item(item.size - 1));
            }
            for (Enumeration<Item> each = made.elements(); each.hasMoreElements();) {
                pool.put(each.nextElement());
            }
            done.addElement(item);
        }
        for (Enumeration<Item> each = done.elements(); each.hasMoreElements();) {
            results.addElement(each.nextElement());
            synchronized (lock) {
                total.sum++;
            }
        }
    }
}

class Pool {
    private final Vector<Item> work = new Vector<Item>(4);
    private int idle;
    private boolean over;

    synchronized void put(Item item) {
        work.addElement(item);
        notify();
    }

    /** The next item, or null if there will be none. */
    synchronized Item take() {
        idle++;
        while (work.isEmpty() && !over) {
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
            return null;
        }
        idle--;
        Item item = work.lastElement();
        work.removeElementAt(work.size() - 1);
        return item;
    }
}
