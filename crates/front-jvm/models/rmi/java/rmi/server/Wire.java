package java.rmi.server;

import commute.rt.Step;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
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

    /** Longer texts are objects like others. */
    private static final int LONGEST_TEXT = 1000;

    static int number(byte[] bytes, int at) {
        return bytes[at] << 24 | (bytes[at + 1] & 255) << 16 | (bytes[at + 2] & 255) << 8 | bytes[at + 3] & 255;
    }

    static byte[] request(int number, String method, Object[] arguments) throws IOException {
        Out out = new Out(number, method);
        for (int i = 0; arguments != null && i < arguments.length; i++) {
            out.add(arguments[i]);
        }
        return out.finish();
    }

    static byte[] reply(int kind, Object result) throws IOException {
        Out out = new Out(kind, null);
        out.add(result);
        return out.finish();
    }

    /** What is written. Nobody else can see it, so a value is written in one step: how a message is made is no business of the search. */
    private static final class Out {
        private byte[] plain = new byte[64];
        private int length = 8;
        private ByteArrayOutputStream rest;
        private ObjectOutputStream objects;

        Out(int number, String method) {
            Step.begin();
            number(number);
            if (method != null) {
                text(method);
            }
            Step.end();
        }

        private void octet(int value) {
            if (length == plain.length) {
                byte[] more = new byte[2 * length];
                for (int i = 0; i < length; i++) {
                    more[i] = plain[i];
                }
                plain = more;
            }
            plain[length++] = (byte) value;
        }

        private void number(int value) {
            octet(value >> 24);
            octet(value >> 16);
            octet(value >> 8);
            octet(value);
        }

        private void text(String text) {
            int count = text.length();
            number(count);
            for (int i = 0; i < count; i++) {
                octet(text.charAt(i) >> 8);
                octet(text.charAt(i));
            }
        }

        void add(Object value) throws IOException {
            StubForm form = value instanceof Remote ? RemoteCalls.formOf((Remote) value) : null;
            Step.begin();
            boolean isPlain = writes(value, form);
            Step.end();
            if (!isPlain) {
                if (objects == null) {
                    rest = new ByteArrayOutputStream();
                    objects = new Stream(rest);
                }
                objects.writeObject(value);
            }
        }

        /** Writes what needs no object stream; of anything else that there is more. */
        private boolean writes(Object value, StubForm form) {
            if (value == null) {
                octet('0');
            } else if (value instanceof Integer) {
                octet('I');
                number((Integer) value);
            } else if (value instanceof Boolean) {
                octet((Boolean) value ? 'T' : 'F');
            } else if (value instanceof Long) {
                octet('J');
                number((int) ((Long) value >> 32));
                number((int) (long) (Long) value);
            } else if (value instanceof String && ((String) value).length() <= LONGEST_TEXT) {
                octet('S');
                text((String) value);
            } else if (form != null) {
                octet('R');
                number(form.port);
                number(form.number);
                number(form.interfaces.length);
                for (String each : form.interfaces) {
                    text(each);
                }
            } else {
                octet('O');
                return false;
            }
            return true;
        }

        /** All of it, with its length, and that of the plain part, before it. */
        byte[] finish() throws IOException {
            if (objects != null) {
                objects.flush();
            }
            byte[] behind = rest == null ? new byte[0] : rest.toByteArray();
            Step.begin();
            int end = length;
            length = 0;
            number(end + behind.length);
            number(end - 8);
            byte[] all = new byte[end + behind.length];
            for (int i = 0; i < end; i++) {
                all[i] = plain[i];
            }
            for (int i = 0; i < behind.length; i++) {
                all[end + i] = behind[i];
            }
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

    /** What is read, a value in one step. */
    static final class In {
        private final byte[] bytes;
        private int at = 8;
        private ObjectInputStream objects;

        In(byte[] bytes) {
            this.bytes = bytes;
        }

        int number() {
            Step.begin();
            int number = nextNumber();
            Step.end();
            return number;
        }

        String text() {
            Step.begin();
            String text = nextText();
            Step.end();
            return text;
        }

        private int nextNumber() {
            int number = Wire.number(bytes, at);
            at += 4;
            return number;
        }

        private String nextText() {
            char[] text = new char[nextNumber()];
            for (int i = 0; i < text.length; i++) {
                text[i] = (char) ((bytes[at] & 255) << 8 | bytes[at + 1] & 255);
                at += 2;
            }
            return new String(text);
        }

        private StubForm nextForm() {
            int port = nextNumber();
            int number = nextNumber();
            String[] interfaces = new String[nextNumber()];
            for (int i = 0; i < interfaces.length; i++) {
                interfaces[i] = nextText();
            }
            return new StubForm(port, number, interfaces);
        }

        Object[] values(int count) throws IOException, ClassNotFoundException {
            Object[] values = new Object[count];
            for (int i = 0; i < count; i++) {
                values[i] = value();
            }
            return values;
        }

        private Object value() throws IOException, ClassNotFoundException {
            Step.begin();
            int kind = bytes[at++];
            Object value = plain(kind);
            Step.end();
            if (kind == 'R') {
                return ((StubForm) value).stub();
            }
            if (kind != 'O') {
                return value;
            }
            if (objects == null) {
                int from = 8 + Wire.number(bytes, 4);
                objects = new ObjectInputStream(new ByteArrayInputStream(bytes, from, bytes.length - from));
            }
            return objects.readObject();
        }

        private Object plain(int kind) {
            switch (kind) {
                case 'I': return nextNumber();
                case 'T': return true;
                case 'F': return false;
                case 'J': return (long) nextNumber() << 32 | nextNumber() & 0xffffffffL;
                case 'S': return nextText();
                case 'R': return nextForm();
                default: return null;
            }
        }
    }
}
