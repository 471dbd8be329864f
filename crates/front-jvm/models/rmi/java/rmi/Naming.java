package java.rmi;

import java.net.MalformedURLException;
import java.rmi.registry.LocateRegistry;
import java.rmi.registry.Registry;

/** Names of registries and of what is in them: {@code rmi://localhost:1099/name}, of which all but the name may be left out. */
public final class Naming {
    private Naming() {
    }

    private static int nameAt(String url) throws MalformedURLException {
        int from = url.startsWith("rmi:") ? 4 : 0;
        if (!url.startsWith("//", from)) {
            if (url.indexOf(':', from) >= 0 || url.indexOf('#') >= 0 || url.indexOf('?') >= 0) {
                unusual();
            }
            return url.startsWith("/", from) ? from + 1 : from;
        }
        int slash = url.indexOf('/', from + 2);
        return slash < 0 ? url.length() : slash + 1;
    }

    private static String nameIn(String url) throws MalformedURLException {
        return url.substring(nameAt(url));
    }

    private static Registry registryOf(String url) throws RemoteException, MalformedURLException {
        int from = url.startsWith("rmi:") ? 4 : 0;
        if (!url.startsWith("//", from)) {
            return LocateRegistry.getRegistry();
        }
        int end = url.indexOf('/', from + 2);
        String authority = url.substring(from + 2, end < 0 ? url.length() : end);
        int colon = authority.indexOf(':');
        if (colon < 0) {
            return LocateRegistry.getRegistry(authority);
        }
        int port = 0;
        for (int i = colon + 1; i < authority.length(); i++) {
            char digit = authority.charAt(i);
            if (digit < '0' || digit > '9') {
                unusual();
            }
            port = port * 10 + digit - '0';
        }
        return LocateRegistry.getRegistry(authority.substring(0, colon), port);
    }

    /** Refused: what only a parser of all URLs can tell. */
    private static native void unusual();

    public static Remote lookup(String name) throws NotBoundException, MalformedURLException, RemoteException {
        String own = nameIn(name);
        return own.isEmpty() ? registryOf(name) : registryOf(name).lookup(own);
    }

    public static void bind(String name, Remote obj) throws AlreadyBoundException, MalformedURLException, RemoteException {
        registryOf(name).bind(nameIn(name), nonNull(obj));
    }

    public static void unbind(String name) throws RemoteException, NotBoundException, MalformedURLException {
        registryOf(name).unbind(nameIn(name));
    }

    public static void rebind(String name, Remote obj) throws RemoteException, MalformedURLException {
        registryOf(name).rebind(nameIn(name), nonNull(obj));
    }

    private static Remote nonNull(Remote object) {
        if (object == null) {
            throw new NullPointerException("cannot bind to null");
        }
        return object;
    }

    public static String[] list(String name) throws RemoteException, MalformedURLException {
        String[] names = registryOf(name).list();
        String before = name.startsWith("rmi:") ? name.substring(4) : name;
        for (int i = 0; i < names.length; i++) {
            names[i] = before + (before.endsWith("/") ? "" : "/") + names[i];
        }
        return names;
    }
}
