import java.util.*;
public class BankDeadlock {
    static class Account {
        private double balance;
        Account(double initial) { balance = initial; }
        synchronized void withdraw(double amount) { balance -= amount; }
        synchronized void deposit(double amount) { balance += amount; }
        synchronized double getBalance() { return balance; }
        synchronized void transferTo(Account other, double amount) {
            withdraw(amount);
            other.deposit(amount);
        }
    }
    public static void main(String[] args) throws Exception {
        final Account alice = new Account(1000.0), bob = new Account(500.0);
        Thread t1 = new Thread(() -> alice.transferTo(bob, 100));
        Thread t2 = new Thread(() -> bob.transferTo(alice, 50));
        t1.start(); t2.start();
        t1.join(); t2.join();
        assert alice.getBalance() + bob.getBalance() == 1500.0;
    }
}
