import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** Two accounts are locked in two orders. */
public class TwoLocks {
    static class Account {
        final Lock lock = new ReentrantLock();
        int money = 10;
    }

    static void move(Account from, Account to) {
        from.lock.lock();
        try {
            to.lock.lock();
            try {
                from.money--;
                to.money++;
            } finally {
                to.lock.unlock();
            }
        } finally {
            from.lock.unlock();
        }
    }

    public static void main(String[] args) {
        Account savings = new Account();
        Account current = new Account();
        new Thread(() -> move(savings, current), "saver").start();
        new Thread(() -> move(current, savings), "spender").start();
    }
}
