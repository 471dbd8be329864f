import static org.junit.jupiter.api.Assertions.*;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class AccountTest {
    static class Account {
        private int balance = 10;

        synchronized void deposit(int amount) {
            if (amount <= 0) {
                throw new IllegalArgumentException("amount must be positive: " + amount);
            }
            balance += amount;
        }

        synchronized int balance() {
            return balance;
        }

        void transfer(Account to, int amount) {
            synchronized (this) {
                synchronized (to) {
                    balance -= amount;
                    to.balance += amount;
                }
            }
        }
    }

    private Account account;

    @BeforeEach
    void setUp() {
        account = new Account();
    }

    @Test
    @DisplayName("two deposits are both there")
    void deposits() throws InterruptedException {
        Thread a = new Thread(() -> account.deposit(5)), b = new Thread(() -> account.deposit(7));
        a.start();
        b.start();
        a.join();
        b.join();
        assertEquals(22, account.balance(), "balance");
        assertTrue(account.balance() > 0, () -> "positive");
    }

    @Test
    void refusesNothing() {
        IllegalArgumentException e = assertThrows(IllegalArgumentException.class, () -> account.deposit(0));
        assertEquals("amount must be positive: 0", e.getMessage());
        assertDoesNotThrow(() -> account.deposit(1));
    }

    @Test
    void wrongExpectation() {
        account.deposit(1);
        assertEquals(12, account.balance(), "off by one");
    }

    @Test
    void transfersDeadlock() throws InterruptedException {
        Account other = new Account();
        Thread t = new Thread(() -> account.transfer(other, 1));
        t.start();
        other.transfer(account, 2);
        t.join();
        assertAll("sum", () -> assertEquals(20, account.balance() + other.balance()), () -> assertNotNull(other));
    }

    @Test
    void lostCount() throws InterruptedException {
        AtomicInteger count = new AtomicInteger();
        Runnable add = () -> count.set(count.get() + 1);
        Thread t = new Thread(add);
        t.start();
        add.run();
        t.join();
        assertEquals(2, count.get());
    }
}
