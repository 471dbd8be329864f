import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;
import java.rmi.server.UnicastRemoteObject;

/** A clock in a process that may be ended at any time. */
public class ClockServer extends UnicastRemoteObject implements Clock {
    private int ticks;

    ClockServer() throws RemoteException {
    }

    @Override
    public synchronized int tick() {
        return ++ticks;
    }

    public static void main(String[] args) throws Exception {
        Registry registry = LocateRegistry.createRegistry(4115);
        registry.rebind("clock", new ClockServer());
    }
}
