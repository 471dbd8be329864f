import java.rmi.RemoteException;
import java.rmi.server.UnicastRemoteObject;
import java.util.Arrays;

/** What is copied by a call, and how. */
public class Client implements Listener {
    private int called;

    @Override
    public synchronized int next() {
        return ++called;
    }

    public static void main(String[] args) throws Exception {
        Probe probe = (Probe) Names.find("probe");
        values(probe);
        things(probe);
        remote(probe);
        for (int how = 0; how < 5; how++) {
            fail(probe, how);
        }
    }

    private static void values(Probe probe) throws RemoteException {
        System.out.println(probe.two(null, "text"));
        Integer number = 1000;
        String text = new String("twice");
        System.out.println(probe.two(number, number) + " " + probe.two(text, text) + " " + probe.two(1.5, 'c'));
        System.out.println(probe.same(true) + " " + probe.same(1L << 40) + " " + (probe.same(5) == (Object) 5));
        System.out.println(probe.primitives((byte) -1, 'a', (short) -300, 0.5f, -0.25, 1L << 33, true));
        int[] row = {1, -2};
        System.out.println(Arrays.deepToString(probe.rows(new int[][] {row, {}, row})) + row[0]);
        Object[] mixed = (Object[]) probe.same(new Object[] {"a", null, new boolean[] {true}, new String[] {"b", "b"}});
        System.out.println(mixed[0] + " " + mixed[1] + " " + ((boolean[]) mixed[2])[0] + Arrays.toString((String[]) mixed[3]));
    }

    private static void things(Probe probe) throws RemoteException {
        Thing thing = new Thing(-3);
        thing.left = thing;
        System.out.println(probe.two(thing, thing));
        thing.left = new long[] {1};
        thing.right = thing.left;
        Thing back = (Thing) probe.same(thing);
        System.out.println(back + " " + (back == thing) + (back.left == back.right) + (back.colour == thing.colour));
        try {
            thing.right = new Object();
            probe.same(thing);
        } catch (RemoteException wrong) {
            System.out.println(wrong.getClass().getName() + " " + wrong.getCause());
        }
    }

    private static void remote(Probe probe) throws RemoteException {
        Client listener = new Client();
        Listener stub = (Listener) UnicastRemoteObject.exportObject(listener, 0);
        System.out.println(probe.call(new Caller(listener), listener) + " " + probe.call(new Caller(stub), listener));
        System.out.println(probe.same(listener).equals(stub) + " " + (probe.same(stub) == stub) + listener.called);
        UnicastRemoteObject.unexportObject(listener, true);
    }

    private static void fail(Probe probe, int how) throws RemoteException {
        try {
            probe.fail(how);
        } catch (Sad sad) {
            Throwable cause = sad.getCause();
            System.out.println(sad + " " + sad.why[1] + (sad.self == sad) + " " + cause + " " + ((Sad) cause.getCause()).why[0]);
        } catch (RemoteException | RuntimeException other) {
            System.out.println(other.getClass().getName() + " " + other.getCause() + " " + other.getSuppressed().length);
        }
    }
}
