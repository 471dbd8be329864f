import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.UnicastRemoteObject;

/** An account that several may pay into at once. */
public class AccountServer extends UnicastRemoteObject implements Account {
    private int balance;

    AccountServer() throws RemoteException {
    }

    @Override
    public synchronized void deposit(int amount) {
        balance += amount;
    }

    @Override
    public synchronized int balance() {
        return balance;
    }

    public static void main(String[] args) throws Exception {
        Registry registry = LocateRegistry.createRegistry(4101);
        registry.rebind("account", new AccountServer());
    }
}
