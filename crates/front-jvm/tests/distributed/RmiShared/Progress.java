import java.rmi.Remote;
import java.rmi.RemoteException;

public interface Progress extends Remote {
    void add() throws RemoteException;
}
