/** Both threads see that there is enough money, and both take it. Each access is locked, but not the two together. */
public class CheckThenAct {
    static class Account {
        private int balance = 100;

        synchronized int balance() {
            return balance;
        }

        synchronized void withdraw(int amount) {
            balance -= amount;
        }
    }

    static final Account ACCOUNT = new Account();

    static void buy(int price) {
        if (ACCOUNT.balance() >= price) {
            ACCOUNT.withdraw(price);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> buy(80));
        other.start();
        buy(70);
        other.join();
        assert ACCOUNT.balance() >= 0 : "overdrawn: " + ACCOUNT.balance();
    }
}
