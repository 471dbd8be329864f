import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.server.UnicastRemoteObject;

/** Works, and counts what is done. */
public class WorkerServer extends UnicastRemoteObject implements Worker {
    WorkerServer() throws RemoteException {
    }

    @Override
    public void work(Progress progress) throws RemoteException {
        progress.add();
        progress.add();
    }

    public static void main(String[] args) throws Exception {
        LocateRegistry.createRegistry(4108).rebind("worker", new WorkerServer());
    }
}
