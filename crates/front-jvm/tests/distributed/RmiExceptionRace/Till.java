import java.rmi.Remote;
import java.rmi.RemoteException;

public interface Till extends Remote {
    int pay(int amount) throws RemoteException, TooLittle;
}
