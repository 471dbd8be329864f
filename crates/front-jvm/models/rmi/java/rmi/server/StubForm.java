package java.rmi.server;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.Serializable;
import java.lang.reflect.Proxy;
import java.rmi.Remote;

/** By what a remote object is called: a port, its number there and its remote interfaces. */
public final class StubForm implements Serializable {
    private static final long serialVersionUID = 1;

    final int port;
    final int number;
    private final String[] interfaces;

    public StubForm(int port, int number, String[] interfaces) {
        this.port = port;
        this.number = number;
        this.interfaces = interfaces;
    }

    void write(DataOutputStream out) throws IOException {
        out.writeInt(port);
        out.writeInt(number);
        out.writeInt(interfaces.length);
        for (String each : interfaces) {
            out.writeUTF(each);
        }
    }

    static StubForm read(DataInputStream in) throws IOException {
        int port = in.readInt();
        int number = in.readInt();
        String[] interfaces = new String[in.readInt()];
        for (int i = 0; i < interfaces.length; i++) {
            interfaces[i] = in.readUTF();
        }
        return new StubForm(port, number, interfaces);
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
