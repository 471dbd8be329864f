package java.rmi.server;

import commute.rt.Step;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.GraphInput;
import java.io.GraphOutput;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.lang.reflect.Method;
import java.rmi.Remote;

/**
 * Messages of remote calls: a length, a number and values, so that what several values lead to is one object on the other side too. If
 * one of them has to do with a class that writes or reads its instances itself, all go through an object stream.
 */
final class Wire {
    private Wire() {
    }

    /** What came of a call. That a registry has not got a name is asked so often, until it has, that its exception is made where it is thrown. */
    static final int THROWN = 0;
    static final int RETURNED = 1;
    static final int NOT_BOUND = 2;

    static int number(byte[] bytes, int at) {
        return bytes[at] << 24 | (bytes[at + 1] & 255) << 16 | (bytes[at + 2] & 255) << 8 | bytes[at + 3] & 255;
    }

    static byte[] request(int number, Method method, String key, Object[] arguments) throws IOException {
        return message(number, key, method.getParameterTypes(), arguments);
    }

    /** What a method has returned, or that it has thrown something. */
    static byte[] reply(int kind, Method method, Object result) throws IOException {
        return message(kind, null, new Class<?>[] {type(kind, method)}, new Object[] {result});
    }

    private static Class<?> type(int kind, Method method) {
        return kind == RETURNED ? method.getReturnType() : Object.class;
    }

    private static byte[] message(int number, String method, Class<?>[] types, Object[] values) throws IOException {
        Out out = new Out(number, method, false);
        return out.addAll(types, values) ? out.finish(new byte[0]) : new Out(number, method, true).finish(streamed(types, values));
    }

    private static byte[] streamed(Class<?>[] types, Object[] values) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ObjectOutputStream objects = new Stream(bytes);
        for (int i = 0; i < types.length; i++) {
            objects.writeObject(values[i]);
        }
        objects.flush();
        return bytes.toByteArray();
    }

    private static final class Out extends GraphOutput {
        Out(int number, String method, boolean isStream) {
            Step.begin();
            number(number);
            if (method != null) {
                text(method);
            }
            octet(isStream ? 1 : 0);
            Step.end();
        }

        boolean addAll(Class<?>[] types, Object[] values) throws IOException {
            for (int i = 0; i < types.length; i++) {
                if (types[i].isPrimitive() && types[i] != void.class) {
                    addPrimitive(types[i], values[i]);
                } else if (!add(values[i])) {
                    return false;
                }
            }
            return true;
        }

        /** A remote object is written as what others call it by. */
        @Override
        protected boolean replaces(Object value) {
            StubForm form = value instanceof Remote ? RemoteCalls.formOf((Remote) value) : null;
            if (form == null) {
                return false;
            }
            Step.begin();
            octet('R');
            number(form.port);
            number(form.number);
            number(form.interfaces.length);
            for (String each : form.interfaces) {
                text(each);
            }
            Step.end();
            return true;
        }

        /** All of it, with its length before it and what a stream has written behind it. */
        byte[] finish(byte[] behind) {
            Step.begin();
            byte[] all = written(4, behind);
            all[0] = (byte) (all.length >> 24);
            all[1] = (byte) (all.length >> 16);
            all[2] = (byte) (all.length >> 8);
            all[3] = (byte) all.length;
            Step.end();
            return all;
        }
    }

    /** Remote objects are replaced by what others call them by. */
    private static final class Stream extends ObjectOutputStream {
        Stream(OutputStream to) throws IOException {
            super(to);
            enableReplaceObject(true);
        }

        @Override
        protected Object replaceObject(Object object) {
            StubForm form = object instanceof Remote ? RemoteCalls.formOf((Remote) object) : null;
            return form == null ? object : form;
        }
    }

    static final class In extends GraphInput {
        /** What comes of a call or is asked for. */
        final int number;
        final String method;
        private final byte[] bytes;
        private final int start;
        private final boolean isStream;

        In(byte[] bytes, boolean isRequest) {
            super(bytes);
            this.bytes = bytes;
            Step.begin();
            skip(4);
            number = number();
            method = isRequest ? text() : null;
            isStream = octet() == 1;
            start = place();
            Step.end();
        }

        /** What came of a call. */
        Object result(Method method) throws IOException, ClassNotFoundException {
            return values(new Class<?>[] {type(number, method)})[0];
        }

        Object[] values(Class<?>[] types) throws IOException, ClassNotFoundException {
            ObjectInputStream objects = isStream
                ? new ObjectInputStream(new ByteArrayInputStream(bytes, start, bytes.length - start)) : null;
            Object[] values = new Object[types.length];
            for (int i = 0; i < values.length; i++) {
                boolean isPrimitive = types[i].isPrimitive() && types[i] != void.class;
                values[i] = isStream ? objects.readObject() : isPrimitive ? primitive(types[i]) : object();
            }
            return values;
        }

        @Override
        protected Object replacement(int kind) {
            Step.begin();
            int port = number();
            int number = number();
            String[] interfaces = new String[number()];
            for (int i = 0; i < interfaces.length; i++) {
                interfaces[i] = text();
            }
            StubForm form = new StubForm(port, number, interfaces);
            Step.end();
            return form.stub();
        }
    }
}
