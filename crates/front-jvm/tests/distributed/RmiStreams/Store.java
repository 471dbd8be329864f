import java.rmi.Remote;
import java.rmi.RemoteException;

public interface Store extends Remote {
    Object same(Object first, Object second) throws RemoteException;
}
