import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.server.UnicastRemoteObject;

/** Tells its listener of what is published when it has its own lock no more, since the listener may call back. */
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
    public void publish(int value) throws RemoteException {
        Listener told;
        synchronized (this) {
            last = value;
            told = listener;
        }
        if (told != null) {
            told.changed();
        }
    }

    @Override
    public synchronized int last() {
        return last;
    }

    public static void main(String[] args) throws Exception {
        LocateRegistry.createRegistry(4106).rebind("topic", new TopicServer());
    }
}
