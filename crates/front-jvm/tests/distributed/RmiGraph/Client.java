import java.rmi.RemoteException;
import java.rmi.server.UnicastRemoteObject;
import java.util.Arrays;

/** What is copied by a call, and how. */
public class Client implements Listener {
    /** What it tells under the JDK. */
    private static final String EXPECTED =
        "null text false\n"
        + "1000 1000 true twice twice true\n"
        + "true 1099511627776 false\n"
        + "34359737557\n"
        + "[[-1, -2], [], [-1, -2]]1\n"
        + "a null true[b, b]\n"
        + "-3xGREENnull8true truefalse -3xGREENnull8true truefalse true\n"
        + "-3xGREENnull8true falsetruetrue\n"
        + "java.rmi.MarshalException java.io.NotSerializableException: java.lang.Object\n"
        + "1012 1034\n"
        + "true false4\n"
        + "Sad: sad 2true java.lang.IllegalStateException: deep 5\n"
        + "java.lang.IllegalArgumentException null 0\n"
        + "java.rmi.UnexpectedException java.lang.Exception: undeclared 0\n";

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
        for (int how = 0; how < 3; how++) {
            fail(probe, how);
        }
        if (!TOLD.toString().equals(EXPECTED)) {
            throw new AssertionError(TOLD);
        }
    }

    private static final StringBuilder TOLD = new StringBuilder();

    private static void tell(String line) {
        System.out.println(line);
        TOLD.append(line).append('\n');
    }

    private static void values(Probe probe) throws RemoteException {
        tell(probe.two(null, "text"));
        Integer number = 1000;
        String text = new String("twice");
        tell(probe.two(number, number) + " " + probe.two(text, text));
        tell(probe.same(true) + " " + probe.same(1L << 40) + " " + (probe.same(5) == (Object) 5));
        tell("" + (long) (4 * probe.primitives((byte) -1, 'a', (short) -300, 0.5f, -0.25, 1L << 33, true)));
        int[] row = {1, -2};
        tell(Arrays.deepToString(probe.rows(new int[][] {row, {}, row})) + row[0]);
        Object[] mixed = (Object[]) probe.same(new Object[] {"a", null, new boolean[] {true}, new String[] {"b", "b"}});
        tell(mixed[0] + " " + mixed[1] + " " + ((boolean[]) mixed[2])[0] + Arrays.toString((String[]) mixed[3]));
    }

    private static void things(Probe probe) throws RemoteException {
        Thing thing = new Thing(-3);
        thing.left = thing;
        tell(probe.two(thing, thing));
        thing.left = new long[] {1};
        thing.right = thing.left;
        Thing back = (Thing) probe.same(thing);
        tell(back + " " + (back == thing) + (back.left == back.right) + (back.colour == thing.colour));
        try {
            thing.right = new Object();
            probe.same(thing);
        } catch (RemoteException wrong) {
            tell(wrong.getClass().getName() + " " + wrong.getCause());
        }
    }

    private static void remote(Probe probe) throws RemoteException {
        Client listener = new Client();
        Listener stub = (Listener) UnicastRemoteObject.exportObject(listener, 0);
        tell(probe.call(new Caller(listener), listener) + " " + probe.call(new Caller(stub), stub));
        tell(probe.same(listener).equals(stub) + " " + (probe.same(stub) == stub) + listener.called);
        UnicastRemoteObject.unexportObject(listener, true);
    }

    private static void fail(Probe probe, int how) throws RemoteException {
        try {
            probe.fail(how);
        } catch (Sad sad) {
            Throwable cause = sad.getCause();
            tell(sad + " " + sad.why[1] + (sad.self == sad) + " " + cause + " " + ((Sad) cause.getCause()).why[0]);
        } catch (RemoteException | RuntimeException other) {
            tell(other.getClass().getName() + " " + other.getCause() + " " + other.getSuppressed().length);
        }
    }
}
