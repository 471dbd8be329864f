import java.rmi.Remote;
import java.rmi.RemoteException;

public interface Buffer extends Remote {
    void put(int value) throws RemoteException, InterruptedException;

    int take() throws RemoteException, InterruptedException;
}
