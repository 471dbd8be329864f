import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.server.UnicastRemoteObject;

public class StoreServer extends UnicastRemoteObject implements Store {
    private static final long serialVersionUID = 1;

    StoreServer() throws RemoteException {
    }

    @Override
    public Object same(Object first, Object second) {
        return new Object[] {first, second};
    }

    public static void main(String[] args) throws Exception {
        LocateRegistry.createRegistry(4121).rebind("store", new StoreServer());
    }
}
