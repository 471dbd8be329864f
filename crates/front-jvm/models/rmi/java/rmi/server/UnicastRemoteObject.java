package java.rmi.server;

import java.io.ObjectInputFilter;
import java.rmi.NoSuchObjectException;
import java.rmi.Remote;
import java.rmi.RemoteException;

/** Remote objects that others call over the network of the checker. */
public class UnicastRemoteObject extends RemoteServer {
    private static final long serialVersionUID = 4974527148936298033L;

    protected UnicastRemoteObject() throws RemoteException {
        this(0);
    }

    protected UnicastRemoteObject(int port) throws RemoteException {
        RemoteCalls.export(this, port, -1);
    }

    protected UnicastRemoteObject(int port, RMIClientSocketFactory csf, RMIServerSocketFactory ssf) throws RemoteException {
        ownSockets();
    }

    /** Refused: sockets of the program. */
    private static native void ownSockets();

    /** Refused. */
    @Override
    public native Object clone() throws CloneNotSupportedException;

    @Deprecated
    public static RemoteStub exportObject(Remote obj) throws RemoteException {
        throw new java.rmi.StubNotFoundException("Stub class not found: " + obj.getClass().getName() + "_Stub");
    }

    public static Remote exportObject(Remote obj, int port) throws RemoteException {
        RemoteCalls.export(obj, port, -1);
        return RemoteCalls.stubOf(obj);
    }

    public static Remote exportObject(Remote obj, int port, RMIClientSocketFactory csf, RMIServerSocketFactory ssf)
            throws RemoteException {
        ownSockets();
        return null;
    }

    public static Remote exportObject(Remote obj, int port, ObjectInputFilter filter) throws RemoteException {
        ownSockets();
        return null;
    }

    public static Remote exportObject(Remote obj, int port, RMIClientSocketFactory csf, RMIServerSocketFactory ssf,
            ObjectInputFilter filter) throws RemoteException {
        ownSockets();
        return null;
    }

    public static boolean unexportObject(Remote obj, boolean force) throws NoSuchObjectException {
        if (!force) {
            unlessCalled();
        }
        RemoteCalls.unexport(obj);
        return true;
    }

    /** Refused: what depends on whether somebody calls just now. */
    private static native void unlessCalled();
}
