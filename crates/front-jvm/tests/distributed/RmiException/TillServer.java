import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.server.UnicastRemoteObject;

/** Pays what there is, once. */
public class TillServer extends UnicastRemoteObject implements Till {
    private int there = 5;

    TillServer() throws RemoteException {
    }

    @Override
    public synchronized int pay(int amount) throws TooLittle {
        if (amount < 0) {
            throw new IllegalArgumentException("negative");
        }
        if (amount > there) {
            throw new TooLittle(there);
        }
        there -= amount;
        return there;
    }

    public static void main(String[] args) throws Exception {
        LocateRegistry.createRegistry(4113).rebind("till", new TillServer());
    }
}
