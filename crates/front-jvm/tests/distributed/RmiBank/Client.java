/** Pays in from two threads, and looks at what has become of it. */
public class Client {
    public static void main(String[] args) throws Exception {
        Account account = (Account) Names.find("account");
        Thread other = new Thread(() -> pay(account));
        other.start();
        pay(account);
        other.join();
        int balance = account.balance();
        System.out.println("balance " + balance);
        if (balance != 20) {
            throw new AssertionError("a deposit was lost");
        }
    }

    private static void pay(Account account) {
        try {
            account.deposit(10);
        } catch (java.rmi.RemoteException gone) {
            throw new IllegalStateException(gone);
        }
    }
}
