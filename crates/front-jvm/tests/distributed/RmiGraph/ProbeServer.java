import java.rmi.RemoteException;
import java.rmi.registry.LocateRegistry;
import java.rmi.server.UnicastRemoteObject;

public class ProbeServer extends UnicastRemoteObject implements Probe {
    private static final long serialVersionUID = 1;

    ProbeServer() throws RemoteException {
    }

    @Override
    public String two(Object first, Object second) {
        return told(first) + " " + told(second) + " " + (first == second);
    }

    private static String told(Object value) {
        if (value instanceof Thing) {
            Thing thing = (Thing) value;
            return thing + " " + (thing.left == thing) + (thing.left == thing.right);
        }
        return String.valueOf(value);
    }

    @Override
    public int[][] rows(int[][] rows) {
        rows[0][0] += rows[2][1];
        return rows;
    }

    @Override
    public Object same(Object value) {
        return value;
    }

    @Override
    public double primitives(byte a, char b, short c, float d, double e, long f, boolean g) {
        return a + b + c + d + e + f + (g ? 1 : 0);
    }

    @Override
    public int call(Caller caller, Listener again) throws RemoteException {
        return 10 * caller.listener.next() + again.next() + (caller.listener == again ? 1000 : 0);
    }

    @Override
    public void fail(int how) throws Sad {
        switch (how) {
            case 0: throw new Sad("sad", new IllegalStateException("deep", new Sad(null, null, 5)), 1, 2);
            case 1: throw new IllegalArgumentException("unchecked");
            default: ProbeServer.<RuntimeException>sneak(new Exception("undeclared"));
        }
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void sneak(Throwable thrown) throws T {
        throw (T) thrown;
    }

    public static void main(String[] args) throws Exception {
        LocateRegistry.createRegistry(4120).rebind("probe", new ProbeServer());
    }
}
