import java.util.ArrayDeque;
import java.util.Queue;

/** Six stages pass numbers on. A stage ends when its queue is empty and the stage before has ended, and asks in the wrong order. */
public class Pipeline6 {
    static final int STAGES = 6;
    static final int ITEMS = 3;

    static class Link {
        private final Queue<Integer> items = new ArrayDeque<>();
        private boolean closed;

        synchronized void put(int item) {
            items.add(item);
            notifyAll();
        }

        synchronized Integer poll() {
            return items.poll();
        }

        synchronized void close() {
            closed = true;
            notifyAll();
        }

        synchronized boolean isClosed() {
            return closed;
        }

        synchronized void await() throws InterruptedException {
            while (items.isEmpty() && !closed) {
                wait();
            }
        }
    }

    static final Link[] LINKS = new Link[STAGES + 1];

    static void stage(int i) {
        try {
            while (true) {
                Integer item = LINKS[i].poll();
                if (item != null) {
                    LINKS[i + 1].put(item + 1);
                } else if (LINKS[i].isClosed()) {
                    // An item may have come between the two questions.
                    break;
                } else {
                    LINKS[i].await();
                }
            }
            LINKS[i + 1].close();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i <= STAGES; i++) {
            LINKS[i] = new Link();
        }
        Thread[] stages = new Thread[STAGES];
        for (int i = 0; i < STAGES; i++) {
            int me = i;
            stages[i] = new Thread(() -> stage(me), "stage " + i);
            stages[i].start();
        }
        for (int i = 0; i < ITEMS; i++) {
            LINKS[0].put(i);
        }
        LINKS[0].close();
        for (Thread stage : stages) {
            stage.join();
        }
        for (int i = 0; i < ITEMS; i++) {
            Integer item = LINKS[STAGES].poll();
            assert item != null : "an item was lost";
            assert item == i + STAGES;
        }
    }
}
