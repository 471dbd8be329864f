import java.rmi.Remote;
import java.rmi.RemoteException;

public interface Topic extends Remote {
    void subscribe(Listener listener) throws RemoteException;

    void publish(int value) throws RemoteException;

    int last() throws RemoteException;
}
