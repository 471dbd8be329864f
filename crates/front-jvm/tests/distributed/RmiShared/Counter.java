import java.rmi.RemoteException;
import java.rmi.server.UnicastRemoteObject;

/** Counts what others do: they have a reference to it. */
public class Counter extends UnicastRemoteObject implements Progress {
    private static final long serialVersionUID = 1;

    private int done;

    Counter() throws RemoteException {
    }

    @Override
    public synchronized void add() {
        done++;
    }

    synchronized int done() {
        return done;
    }
}
