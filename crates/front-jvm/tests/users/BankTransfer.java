import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.*;

public class BankTransfer {
    static class InsufficientFundsException extends Exception {
        InsufficientFundsException(String message) { super(message); }
    }
    static class Account {
        private final int id;
        private long balance;
        private final Lock lock = new ReentrantLock();
        Account(int id, long balance) { this.id = id; this.balance = balance; }
        void deposit(long amount) {
            if (amount <= 0) throw new IllegalArgumentException("amount must be positive: " + amount);
            balance += amount;
        }
        void withdraw(long amount) throws InsufficientFundsException {
            if (balance < amount) throw new InsufficientFundsException(String.format("account %d has only %d", id, balance));
            balance -= amount;
        }
    }
    static class Bank {
        private final Map<Integer, Account> accounts = new HashMap<>();
        private final AtomicLong transfers = new AtomicLong();
        void open(int id, long initial) { accounts.put(id, new Account(id, initial)); }
        boolean transfer(int from, int to, long amount) {
            Account a = accounts.get(from), b = accounts.get(to);
            Account first = a.id < b.id ? a : b, second = first == a ? b : a;
            first.lock.lock();
            try {
                second.lock.lock();
                try {
                    a.withdraw(amount);
                    b.deposit(amount);
                    transfers.incrementAndGet();
                    return true;
                } catch (InsufficientFundsException e) {
                    return false;
                } finally {
                    second.lock.unlock();
                }
            } finally {
                first.lock.unlock();
            }
        }
        long total() {
            long sum = 0;
            for (Account account : accounts.values()) sum += account.balance;
            return sum;
        }
    }
    public static void main(String[] args) throws InterruptedException {
        Bank bank = new Bank();
        for (int i = 0; i < 3; i++) bank.open(i, 100);
        List<Thread> threads = new ArrayList<>();
        int[][] plan = {{0, 1, 30}, {1, 0, 20}};
        for (int[] p : plan) {
            Thread t = new Thread(() -> bank.transfer(p[0], p[1], p[2]), "teller-" + p[0]);
            threads.add(t);
            t.start();
        }
        for (Thread t : threads) t.join();
        if (bank.total() != 300) throw new AssertionError("money lost: " + bank.total());
        System.out.printf("total %d after %d transfers%n", bank.total(), bank.transfers.get());
    }
}
