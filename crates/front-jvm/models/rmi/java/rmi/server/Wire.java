package java.rmi.server;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.rmi.Remote;

/**
 * Messages of remote calls: a length, a number and values. Numbers, texts and remote objects are written as they are, all others into one
 * object stream behind them, so that what several values lead to is one object on the other side too.
 */
final class Wire {
    private Wire() {
    }

    /** What came of a call. That a registry has not got a name is asked so often, until it has, that it needs no object stream. */
    static final int THROWN = 0;
    static final int RETURNED = 1;
    static final int NOT_BOUND = 2;

    static int number(byte[] bytes, int at) {
        return bytes[at] << 24 | (bytes[at + 1] & 255) << 16 | (bytes[at + 2] & 255) << 8 | bytes[at + 3] & 255;
    }

    static byte[] request(int number, String method, Object[] arguments) throws IOException {
        Out out = new Out(number);
        out.plain.writeUTF(method);
        for (int i = 0; arguments != null && i < arguments.length; i++) {
            out.add(arguments[i]);
        }
        return out.finish();
    }

    static byte[] reply(int kind, Object result) throws IOException {
        Out out = new Out(kind);
        out.add(result);
        return out.finish();
    }

    private static final class Out {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final ByteArrayOutputStream rest = new ByteArrayOutputStream();
        final DataOutputStream plain = new DataOutputStream(bytes);
        private ObjectOutputStream objects;

        Out(int number) throws IOException {
            plain.writeInt(number);
        }

        void add(Object value) throws IOException {
            StubForm form = value instanceof Remote ? RemoteCalls.formOf((Remote) value) : null;
            if (value == null) {
                plain.writeByte('0');
            } else if (value instanceof Integer) {
                plain.writeByte('I');
                plain.writeInt((Integer) value);
            } else if (value instanceof Boolean) {
                plain.writeByte('Z');
                plain.writeBoolean((Boolean) value);
            } else if (value instanceof Long) {
                plain.writeByte('J');
                plain.writeLong((Long) value);
            } else if (value instanceof String && ((String) value).length() < 1 << 14) {
                plain.writeByte('S');
                plain.writeUTF((String) value);
            } else if (form != null) {
                plain.writeByte('R');
                form.write(plain);
            } else {
                plain.writeByte('O');
                if (objects == null) {
                    objects = new Stream(rest);
                }
                objects.writeObject(value);
            }
        }

        /** All of it, with its length, and that of the plain part, before it. */
        byte[] finish() throws IOException {
            if (objects != null) {
                objects.flush();
            }
            ByteArrayOutputStream all = new ByteArrayOutputStream();
            DataOutputStream out = new DataOutputStream(all);
            out.writeInt(8 + bytes.size() + rest.size());
            out.writeInt(bytes.size());
            out.write(bytes.toByteArray());
            out.write(rest.toByteArray());
            return all.toByteArray();
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

    static final class In {
        private final byte[] bytes;
        private final DataInputStream plain;
        private ObjectInputStream objects;

        In(byte[] bytes) {
            this.bytes = bytes;
            this.plain = new DataInputStream(new ByteArrayInputStream(bytes, 8, Wire.number(bytes, 4)));
        }

        int number() throws IOException {
            return plain.readInt();
        }

        String text() throws IOException {
            return plain.readUTF();
        }

        Object[] values(int count) throws IOException, ClassNotFoundException {
            Object[] values = new Object[count];
            for (int i = 0; i < count; i++) {
                values[i] = value();
            }
            return values;
        }

        private Object value() throws IOException, ClassNotFoundException {
            switch (plain.readByte()) {
                case '0': return null;
                case 'I': return plain.readInt();
                case 'Z': return plain.readBoolean();
                case 'J': return plain.readLong();
                case 'S': return plain.readUTF();
                case 'R': return StubForm.read(plain).stub();
                default:
                    if (objects == null) {
                        int from = 8 + Wire.number(bytes, 4);
                        objects = new ObjectInputStream(new ByteArrayInputStream(bytes, from, bytes.length - from));
                    }
                    return objects.readObject();
            }
        }
    }
}
