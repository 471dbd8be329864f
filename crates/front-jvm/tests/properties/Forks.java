import commute.Verify;
import java.util.concurrent.locks.ReentrantLock;

/** Two threads take two locks in the same order, for ever. */
public class Forks {
    static final ReentrantLock left = new ReentrantLock();
    static final ReentrantLock right = new ReentrantLock();

    static class Guest {
        boolean eats;

        void dine() {
            left.lock();
            right.lock();
            eats = true;
            eats = false;
            right.unlock();
            left.unlock();
        }
    }

    public static void main(String[] args) {
        Guest first = new Guest();
        Guest second = new Guest();
        Verify.name("first", first);
        Verify.name("second", second);
        new Thread(() -> {
            while (true) {
                first.dine();
            }
        }, "one").start();
        new Thread(() -> {
            while (true) {
                second.dine();
            }
        }, "two").start();
    }
}
