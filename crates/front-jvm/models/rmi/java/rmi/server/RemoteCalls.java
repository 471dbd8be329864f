package java.rmi.server;

import commute.rt.Life;
import commute.rt.Network;
import commute.rt.Step;
import java.io.EOFException;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.rmi.ConnectException;
import java.rmi.MarshalException;
import java.rmi.NoSuchObjectException;
import java.rmi.NotBoundException;
import java.rmi.Remote;
import java.rmi.RemoteException;
import java.rmi.ServerError;
import java.rmi.ServerException;
import java.rmi.UnexpectedException;
import java.rmi.UnmarshalException;
import java.util.ArrayList;

/**
 * Remote calls: a request and a reply on a connection of the network, of which nothing but bytes goes in and out. Each call is made by a
 * thread of its own in the process that has the object. The objects that others may call are in a table, by their numbers; that of the
 * registry is 0.
 */
public final class RemoteCalls {
    private RemoteCalls() {
    }

    public static final int REGISTRY = 0;
    private static final int BACKLOG = 50;

    private static Target targets;
    private static Door doors;
    private static int lastNumber;
    /** How many objects can be called that keep their process from ending, as a registry does not, and whether they do. */
    private static int lasting;
    private static boolean holds;

    /** An object that can be called. */
    private static final class Target {
        final int number;
        final Remote object;
        final Door door;
        Target next;

        Target(int number, Remote object, Door door) {
            this.number = number;
            this.object = object;
            this.door = door;
        }

        int lasts() {
            return number == REGISTRY ? 0 : 1;
        }
    }

    /** A port at which calls come. */
    private static final class Door {
        final Network.Port port;
        /** The port that was wanted, 0 for any. */
        final int wanted;
        int exported;
        boolean closed;
        Door next;

        Door(Network.Port port, int wanted) {
            this.port = port;
            this.wanted = wanted;
        }
    }

    /** Lets others call an object, by the number that it is given or any other if that is negative. */
    public static void export(Remote object, int port, int number) throws RemoteException {
        if (object == null) {
            throw new NullPointerException();
        }
        Step.begin();
        boolean isKnown = find(object) != null || number >= 0 && find(number) != null;
        Door door = isKnown ? null : door(port);
        boolean isNew = door == null && !isKnown;
        if (isNew) {
            Network.Port taken = Network.take(port, true);
            if (taken != null) {
                Network.listen(taken, BACKLOG);
                door = new Door(taken, port);
                door.next = doors;
                doors = door;
            }
        }
        if (door != null) {
            door.exported++;
            Target target = new Target(number >= 0 ? number : ++lastNumber, object, door);
            target.next = targets;
            targets = target;
            lasting += target.lasts();
            if (Step.inSystem() && lasting > 0 && !holds) {
                holds = true;
                Life.hold();
            }
        }
        Step.end();
        if (isKnown) {
            throw new ExportException(number >= 0 ? "internal error: ObjID already in use" : "object already exported");
        }
        if (door == null) {
            throw new ExportException("Port already in use: " + port,
                new java.net.BindException("Address already in use"));
        }
        if (isNew) {
            Thread waits = new Thread(new Acceptor(door), "RMI TCP Accept-" + port);
            waits.setDaemon(true);
            waits.start();
        }
    }

    private static Door door(int wanted) {
        Door at = doors;
        while (at != null && at.wanted != wanted) {
            at = at.next;
        }
        return at;
    }

    private static Target find(Remote object) {
        Target at = targets;
        while (at != null && at.object != object) {
            at = at.next;
        }
        return at;
    }

    private static Target find(int number) {
        Target at = targets;
        while (at != null && at.number != number) {
            at = at.next;
        }
        return at;
    }

    /** Nobody can call an object any more. A port that was chosen is given back with its last object. */
    public static void unexport(Remote object) throws NoSuchObjectException {
        Step.begin();
        Target before = null;
        Target at = targets;
        while (at != null && at.object != object) {
            before = at;
            at = at.next;
        }
        if (at != null) {
            if (before == null) {
                targets = at.next;
            } else {
                before.next = at.next;
            }
            leave(at.door);
            lasting -= at.lasts();
        }
        boolean isLast = holds && lasting == 0;
        Step.end();
        if (at == null) {
            throw new NoSuchObjectException("object not exported");
        }
        if (isLast) {
            Thread ends = new Thread(new Reaper(), "RMI Reaper");
            ends.setDaemon(true);
            ends.start();
        }
    }

    /** Lets the process end some time after the last object was taken away: calls that are being made may come to their end before, or not. */
    private static final class Reaper implements Runnable {
        public void run() {
            Step.begin();
            if (holds && lasting == 0) {
                holds = false;
                Life.letGo();
            }
            Step.end();
        }
    }

    private static void leave(Door door) {
        door.exported--;
        if (door.exported > 0 || door.wanted == 0) {
            return;
        }
        door.closed = true;
        Network.release(door.port);
        Door before = null;
        Door at = doors;
        while (at != door) {
            before = at;
            at = at.next;
        }
        if (before == null) {
            doors = door.next;
        } else {
            before.next = door.next;
        }
    }

    /** What others call an object by, or null if they cannot. */
    static StubForm formOf(Remote object) {
        if (Proxy.isProxyClass(object.getClass()) && Proxy.getInvocationHandler(object) instanceof Stub) {
            return ((Stub) Proxy.getInvocationHandler(object)).form;
        }
        Step.begin();
        Target target = find(object);
        int port = target == null ? 0 : Network.number(target.door.port);
        Step.end();
        return target == null ? null : new StubForm(port, target.number, interfaces(object.getClass()));
    }

    public static Remote stubOf(Remote object) throws NoSuchObjectException {
        StubForm form = formOf(object);
        if (form == null) {
            throw new NoSuchObjectException("object not exported");
        }
        return form.stub();
    }

    /** The names of the remote interfaces of a class. */
    private static String[] interfaces(Class<?> of) {
        ArrayList<String> names = new ArrayList<>();
        for (Class<?> at = of; at != null; at = at.getSuperclass()) {
            for (Class<?> each : at.getInterfaces()) {
                if (Remote.class.isAssignableFrom(each) && !names.contains(each.getName())) {
                    names.add(each.getName());
                }
            }
        }
        return names.toArray(new String[0]);
    }

    /** Waits for calls at a port. */
    private static final class Acceptor implements Runnable {
        private final Door door;

        Acceptor(Door door) {
            this.door = door;
        }

        public void run() {
            while (true) {
                Step.begin();
                Step.until(door.closed || door.port.hasComer());
                Network.End end = door.closed ? null : Network.accept(door.port);
                byte[] first = end == null ? null : arrived(end);
                Step.end();
                if (end == null) {
                    return;
                }
                Thread called = new Thread(new Call(end, first), "RMI TCP Connection(1)-127.0.0.1");
                called.setDaemon(true);
                called.start();
            }
        }
    }

    /** What has come on a connection, inside a step. */
    private static byte[] arrived(Network.End end) {
        byte[] bytes = new byte[Network.available(end)];
        for (int read = 0; read < bytes.length;) {
            read += read(end, bytes, read);
        }
        return bytes;
    }

    private static int read(Network.End end, byte[] bytes, int from) {
        return Network.read(end, bytes, from, bytes.length - from);
    }

    /** A call, on the side of the object. */
    private static final class Call implements Runnable {
        private final Network.End end;
        private final byte[] first;

        Call(Network.End end, byte[] first) {
            this.end = end;
            this.first = first;
        }

        public void run() {
            byte[] request = receive(end, first, false);
            if (request != null) {
                send(end, 0, perform(request), true);
            }
        }
    }

    /** Writes a message with its length before it, from a place on. */
    private static void send(Network.End end, int from, byte[] message, boolean isLast) {
        int done = from;
        while (done < message.length) {
            Step.begin();
            Step.until(end.isWritable());
            int written = Network.write(end, message, done, message.length - done);
            done += written;
            if (isLast && written >= 0 && done == message.length) {
                Network.close(end, false);
            }
            Step.end();
            if (written < 0) {
                return;
            }
        }
    }

    /** Reads a message of which something has come already; null if the other side has gone. */
    private static byte[] receive(Network.End end, byte[] first, boolean isLast) {
        Step.begin();
        byte[] all = first;
        boolean whole = isWhole(all);
        Step.end();
        while (!whole) {
            Step.begin();
            Step.until(end.isReadable());
            byte[] next = arrived(end);
            all = joined(all, next);
            whole = isWhole(all);
            if (isLast && whole) {
                Network.close(end, false);
            }
            Step.end();
            if (next.length == 0) {
                return null;
            }
        }
        return all;
    }

    private static byte[] joined(byte[] some, byte[] more) {
        byte[] both = new byte[some.length + more.length];
        for (int i = 0; i < some.length; i++) {
            both[i] = some[i];
        }
        for (int i = 0; i < more.length; i++) {
            both[some.length + i] = more[i];
        }
        return both;
    }

    private static boolean isWhole(byte[] bytes) {
        return bytes.length >= 4 && bytes.length >= Wire.number(bytes, 0);
    }

    /** Makes a call that was asked for. What came of it, as a message. */
    private static byte[] perform(byte[] request) {
        Wire.In in = new Wire.In(request, true);
        int kind = Wire.THROWN;
        Method method = null;
        Object result;
        try {
            Step.begin();
            Target target = find(in.number);
            Step.end();
            if (target == null) {
                throw new NoSuchObjectException("no such object in table");
            }
            method = methodOf(target.object, in.method);
            result = invoke(target.object, method, in);
            kind = Wire.RETURNED;
        } catch (InvocationTargetException thrown) {
            result = told(thrown.getCause());
            if (in.number == REGISTRY && result instanceof NotBoundException) {
                kind = Wire.NOT_BOUND;
                result = ((Throwable) result).getMessage();
            }
        } catch (Throwable thrown) {
            result = thrown instanceof NoSuchObjectException ? thrown : told(thrown);
        }
        try {
            return Wire.reply(kind, method, result);
        } catch (IOException wrong) {
            return told(wrong, kind == Wire.RETURNED ? "error marshalling return" : "error marshalling exception");
        }
    }

    private static byte[] told(IOException wrong, String what) {
        try {
            return Wire.reply(Wire.THROWN, null, told(new MarshalException(what, wrong)));
        } catch (IOException impossible) {
            throw new InternalError();
        }
    }

    /** What the caller is told of what was thrown. */
    private static Throwable told(Throwable thrown) {
        if (thrown instanceof Error) {
            return new ServerError("Error occurred in server thread", (Error) thrown);
        }
        return thrown instanceof RemoteException
            ? new ServerException("RemoteException occurred in server thread", (Exception) thrown) : thrown;
    }

    private static Object invoke(Remote object, Method method, Wire.In in) throws Throwable {
        Object[] arguments;
        try {
            arguments = in.values(method.getParameterTypes());
        } catch (IOException | ClassNotFoundException wrong) {
            throw new UnmarshalException("error unmarshalling arguments", wrong);
        }
        method.setAccessible(true);
        return method.invoke(object, arguments);
    }

    /** The method of a remote interface of an object that both sides know by a key. */
    private static Method methodOf(Remote object, String wanted) throws UnmarshalException {
        for (Class<?> at = object.getClass(); at != null; at = at.getSuperclass()) {
            for (Class<?> each : at.getInterfaces()) {
                Method method = Remote.class.isAssignableFrom(each) ? method(each, wanted) : null;
                if (method != null) {
                    return method;
                }
            }
        }
        throw new UnmarshalException("unrecognized method hash: method not supported by remote object");
    }

    private static Method method(Class<?> of, String wanted) {
        for (Method each : of.getMethods()) {
            String key = key(each);
            Step.begin();
            boolean isIt = key.equals(wanted);
            Step.end();
            if (isIt) {
                return each;
            }
        }
        return null;
    }

    /** By what both sides know a method. */
    static String key(Method method) {
        String name = method.getName();
        Class<?>[] types = method.getParameterTypes();
        Step.begin();
        StringBuilder key = new StringBuilder(name);
        for (Class<?> each : types) {
            key.append(' ').append(each.getName());
        }
        String all = key.toString();
        Step.end();
        return all;
    }

    /** Calls an object of another process, or of this one. */
    static Object call(StubForm to, Method method, Object[] arguments) throws Throwable {
        byte[] request;
        try {
            request = Wire.request(to.number, method, key(method), arguments);
        } catch (IOException wrong) {
            throw new MarshalException("error marshalling arguments", wrong);
        }
        Step.begin();
        boolean answers = Network.answers(to.port);
        Network.End end = answers ? Network.connect(to.port, null) : null;
        int written = end == null ? 0 : Network.write(end, request, 0, request.length);
        Step.end();
        if (!answers) {
            tooManyCalls();
        }
        if (end == null) {
            throw new ConnectException("Connection refused to host: 127.0.0.1",
                new java.net.ConnectException("Connection refused"));
        }
        send(end, written, request, false);
        byte[] reply = receive(end, new byte[0], true);
        if (reply == null) {
            throw new UnmarshalException("Error unmarshaling return header", new EOFException());
        }
        return result(reply, method);
    }

    /** Refused: more calls at once than a port has room for. */
    private static native void tooManyCalls();

    private static Object result(byte[] reply, Method method) throws Throwable {
        Wire.In in = new Wire.In(reply, false);
        Object result;
        try {
            result = in.result(method);
        } catch (IOException | ClassNotFoundException wrong) {
            throw new UnmarshalException("error unmarshalling return", wrong);
        }
        if (in.number == Wire.NOT_BOUND) {
            throw new NotBoundException((String) result);
        }
        if (in.number == Wire.THROWN) {
            throw expected((Throwable) result, method);
        }
        return result;
    }

    /** What a caller may get: an exception that the method does not declare is the cause of another one. */
    private static Throwable expected(Throwable thrown, Method method) {
        if (!(thrown instanceof Exception) || thrown instanceof RuntimeException) {
            return thrown;
        }
        for (Class<?> each : method.getExceptionTypes()) {
            if (each.isInstance(thrown)) {
                return thrown;
            }
        }
        return new UnexpectedException("unexpected exception", (Exception) thrown);
    }
}
