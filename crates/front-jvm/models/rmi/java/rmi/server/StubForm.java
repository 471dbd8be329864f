package java.rmi.server;

import java.io.Serializable;
import java.lang.reflect.Proxy;
import java.rmi.Remote;

/** By what a remote object is called: a port, its number there and its remote interfaces. */
public final class StubForm implements Serializable {
    private static final long serialVersionUID = 1;

    final int port;
    final int number;
    final String[] interfaces;

    public StubForm(int port, int number, String[] interfaces) {
        this.port = port;
        this.number = number;
        this.interfaces = interfaces;
    }

    public Remote stub() {
        try {
            Class<?>[] classes = new Class<?>[interfaces.length];
            for (int i = 0; i < classes.length; i++) {
                classes[i] = Class.forName(interfaces[i], false, ClassLoader.getSystemClassLoader());
            }
            return (Remote) Proxy.newProxyInstance(ClassLoader.getSystemClassLoader(), classes, new Stub(this));
        } catch (ClassNotFoundException missing) {
            throw new NoClassDefFoundError(missing.getMessage());
        }
    }

    private Object readResolve() {
        return stub();
    }
}
