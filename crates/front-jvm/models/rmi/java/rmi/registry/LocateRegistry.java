package java.rmi.registry;

import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.server.RMIClientSocketFactory;
import java.rmi.server.RMIServerSocketFactory;
import java.rmi.server.RemoteCalls;
import java.rmi.server.StubForm;

/** Registries: one that is made is an object of this process, one that is got stands for that at a port, whether there is one or not. */
public final class LocateRegistry {
    private LocateRegistry() {
    }

    public static Registry getRegistry() throws RemoteException {
        return getRegistry(null, Registry.REGISTRY_PORT);
    }

    public static Registry getRegistry(int port) throws RemoteException {
        return getRegistry(null, port);
    }

    public static Registry getRegistry(String host) throws RemoteException {
        return getRegistry(host, Registry.REGISTRY_PORT);
    }

    public static Registry getRegistry(String host, int port) throws RemoteException {
        if (host != null && !host.isEmpty() && !host.equals("localhost") && !host.equals("127.0.0.1")) {
            otherHost();
        }
        int at = port <= 0 ? Registry.REGISTRY_PORT : port;
        return (Registry) new StubForm(at, RemoteCalls.REGISTRY, new String[] {"java.rmi.registry.Registry"}).stub();
    }

    public static Registry getRegistry(String host, int port, RMIClientSocketFactory csf) throws RemoteException {
        ownSockets();
        return null;
    }

    public static Registry createRegistry(int port) throws RemoteException {
        Names names = new Names();
        RemoteCalls.export(names, port, RemoteCalls.REGISTRY);
        return names;
    }

    public static Registry createRegistry(int port, RMIClientSocketFactory csf, RMIServerSocketFactory ssf)
            throws RemoteException {
        ownSockets();
        return null;
    }

    /** Refused: other hosts, and sockets of the program. */
    private static native void otherHost();

    private static native void ownSockets();
}
