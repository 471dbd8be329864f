import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.server.UnicastRemoteObject;

/** Settings that all clients share. */
public class SettingsServer extends UnicastRemoteObject implements Settings {
    private int limit = 1;
    private int version;

    SettingsServer() throws RemoteException {
    }

    @Override
    public synchronized int[] limit() {
        return new int[] {limit, version};
    }

    @Override
    public synchronized int version() {
        return version;
    }

    @Override
    public synchronized void setLimit(int limit) {
        this.limit = limit;
        version++;
    }

    public static void main(String[] args) throws Exception {
        LocateRegistry.createRegistry(4109).rebind("settings", new SettingsServer());
    }
}
