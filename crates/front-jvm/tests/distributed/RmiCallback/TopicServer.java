import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.server.UnicastRemoteObject;

/** Tells its listener of what is published while it has its own lock, which the listener's question needs: in another thread. */
public class TopicServer extends UnicastRemoteObject implements Topic {
    private Listener listener;
    private int last;

    TopicServer() throws RemoteException {
    }

    @Override
    public synchronized void subscribe(Listener listener) {
        this.listener = listener;
    }

    @Override
    public synchronized void publish(int value) throws RemoteException {
        last = value;
        if (listener != null) {
            listener.changed();
        }
    }

    @Override
    public synchronized int last() {
        return last;
    }

    public static void main(String[] args) throws Exception {
        LocateRegistry.createRegistry(4105).rebind("topic", new TopicServer());
    }
}
