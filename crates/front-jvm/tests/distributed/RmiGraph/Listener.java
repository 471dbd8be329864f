import java.rmi.Remote;
import java.rmi.RemoteException;

public interface Listener extends Remote {
    int next() throws RemoteException;
}
