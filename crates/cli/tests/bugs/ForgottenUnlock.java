import java.util.concurrent.locks.ReentrantLock;

/** An exception leaves a critical section without giving the lock back. */
public class ForgottenUnlock {
    private final ReentrantLock lock = new ReentrantLock();
    private int[] slots = new int[1];
    private int used;

    void add(int value) {
        lock.lock();
        slots[used] = value;
        used++;
        lock.unlock();
    }

    public static void main(String[] args) throws InterruptedException {
        ForgottenUnlock store = new ForgottenUnlock();
        Runnable task = () -> {
            try {
                store.add(1);
            } catch (ArrayIndexOutOfBoundsException full) {
                // There is no room: never mind.
            }
        };
        Thread first = new Thread(task, "first");
        Thread second = new Thread(task, "second");
        first.start();
        second.start();
        first.join();
        second.join();
        store.add(2);
    }
}
