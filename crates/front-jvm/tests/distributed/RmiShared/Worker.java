import java.rmi.Remote;
import java.rmi.RemoteException;

public interface Worker extends Remote {
    void work(Progress progress) throws RemoteException;
}
