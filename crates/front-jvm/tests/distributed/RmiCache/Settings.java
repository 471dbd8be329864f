import java.rmi.Remote;
import java.rmi.RemoteException;

public interface Settings extends Remote {
    /** The limit, with the number of its version. */
    int[] limit() throws RemoteException;

    int version() throws RemoteException;

    void setLimit(int limit) throws RemoteException;
}
