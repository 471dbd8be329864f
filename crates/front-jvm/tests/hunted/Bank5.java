/** Five threads move money between five accounts. One of them looks whether there is enough, lets go of the lock, and takes it then. */
public class Bank5 {
    static class Account {
        private int balance = 10;

        synchronized int balance() {
            return balance;
        }

        synchronized void add(int amount) {
            balance += amount;
        }
    }

    static final Account[] ACCOUNTS = new Account[5];

    /** Locks in the order of the accounts. */
    static void transfer(int from, int to, int amount) {
        Account first = ACCOUNTS[Math.min(from, to)];
        Account second = ACCOUNTS[Math.max(from, to)];
        synchronized (first) {
            synchronized (second) {
                if (ACCOUNTS[from].balance() >= amount) {
                    ACCOUNTS[from].add(-amount);
                    ACCOUNTS[to].add(amount);
                }
            }
        }
    }

    static void badTransfer(int from, int to, int amount) {
        if (ACCOUNTS[from].balance() >= amount) {
            ACCOUNTS[from].add(-amount);
            ACCOUNTS[to].add(amount);
        }
    }

    static void work(int i) {
        int next = (i + 1) % 5;
        for (int round = 0; round < 2; round++) {
            if (i == 3) {
                badTransfer(i, next, 9);
            } else {
                transfer(i, next, 4);
                transfer(next, i, 6);
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < 5; i++) {
            ACCOUNTS[i] = new Account();
        }
        Thread[] threads = new Thread[5];
        for (int i = 0; i < 5; i++) {
            int me = i;
            threads[i] = new Thread(() -> work(me));
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        int total = 0;
        for (Account account : ACCOUNTS) {
            assert account.balance() >= 0 : "overdrawn";
            total += account.balance();
        }
        assert total == 50;
    }
}
