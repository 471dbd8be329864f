import java.rmi.Remote;
import java.rmi.RemoteException;

/** Says what has come. */
public interface Probe extends Remote {
    String two(Object first, Object second) throws RemoteException;

    int[][] rows(int[][] rows) throws RemoteException;

    Object same(Object value) throws RemoteException;

    double primitives(byte a, char b, short c, float d, double e, long f, boolean g) throws RemoteException;

    int call(Caller caller, Listener again) throws RemoteException;

    void fail(int how) throws RemoteException, Sad;
}
