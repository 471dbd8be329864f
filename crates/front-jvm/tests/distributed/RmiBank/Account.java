import java.rmi.Remote;
import java.rmi.RemoteException;

public interface Account extends Remote {
    void deposit(int amount) throws RemoteException;

    int balance() throws RemoteException;
}
