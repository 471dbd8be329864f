import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.UnicastRemoteObject;

/** An account whose author believes that one remote call is made after the other. */
public class AccountServer extends UnicastRemoteObject implements Account {
    private int balance;

    AccountServer() throws RemoteException {
    }

    @Override
    public void deposit(int amount) {
        balance += amount;
    }

    @Override
    public int balance() {
        return balance;
    }

    public static void main(String[] args) throws Exception {
        Registry registry = LocateRegistry.createRegistry(4102);
        registry.rebind("account", new AccountServer());
    }
}
