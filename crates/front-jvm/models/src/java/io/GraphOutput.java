package java.io;

import commute.rt.Step;
import java.lang.reflect.Array;

/**
 * Objects of a remote call as bytes, which nobody reads but {@link GraphInput}: the same as a stream has of them, each object once and in
 * the same order, without a stream's blocks and tables. Nobody else can see the bytes, so they are written in few steps; a field or an
 * element is read in a step of its own, as a stream reads it. Objects that write or read themselves are left to streams.
 */
public abstract class GraphOutput {
    /** So many characters are written in a step at most. */
    static final int CHUNK = 1000;

    private byte[] bytes = new byte[128];
    private int length;
    /** The objects that were written, and the forms of their classes. */
    private Object[] known = new Object[8];
    private int knownCount;

    /** Writes something of its own for an object. Whether it did. */
    protected abstract boolean replaces(Object value);

    protected final void octet(int value) {
        if (length == bytes.length) {
            byte[] more = new byte[2 * length];
            for (int i = 0; i < length; i++) {
                more[i] = bytes[i];
            }
            bytes = more;
        }
        bytes[length++] = (byte) value;
    }

    protected final void number(int value) {
        bits(value, 4);
    }

    private void bits(long bits, int size) {
        for (int shift = 8 * (size - 1); shift >= 0; shift -= 8) {
            octet((int) (bits >> shift));
        }
    }

    protected final void text(String text) {
        number(text.length());
        characters(text, 0, text.length());
    }

    private void characters(String text, int from, int to) {
        for (int i = from; i < to; i++) {
            octet(text.charAt(i) >> 8);
            octet(text.charAt(i));
        }
    }

    /** What was written, between some bytes and others. */
    protected final byte[] written(int before, byte[] behind) {
        byte[] all = new byte[before + length + behind.length];
        for (int i = 0; i < length; i++) {
            all[before + i] = bytes[i];
        }
        for (int i = 0; i < behind.length; i++) {
            all[before + length + i] = behind[i];
        }
        return all;
    }

    /** A value of a primitive type. */
    public final void addPrimitive(Class<?> type, Object box) {
        Step.begin();
        char code = ObjectStreamClass.code(type);
        bits(ObjectStreamClass.bits(code, box), ObjectStreamClass.size(code));
        Step.end();
    }

    /** Writes an object and what it leads to. False if that needs a stream. */
    public final boolean add(Object value) throws IOException {
        Step.begin();
        boolean isDone = isSimple(value);
        Step.end();
        if (isDone) {
            return true;
        }
        if (value instanceof String) {
            longText((String) value);
            return true;
        }
        if (replaces(value)) {
            know(value);
            return true;
        }
        if (value instanceof Enum) {
            constant((Enum<?>) value);
            return true;
        }
        if (!(value instanceof Serializable)) {
            throw new NotSerializableException(value.getClass().getName());
        }
        ObjectStreamClass form = ObjectStreamClass.lookup(value.getClass(), true);
        return form.forClass().isArray() ? array(form, value) : isPlain(form) && instance(form, value);
    }

    private void know(Object object) {
        Step.begin();
        knows(object);
        Step.end();
    }

    private void knows(Object object) {
        if (knownCount == known.length) {
            Object[] more = new Object[2 * knownCount];
            for (int i = 0; i < knownCount; i++) {
                more[i] = known[i];
            }
            known = more;
        }
        known[knownCount++] = object;
    }

    private int numberOf(Object object) {
        int at = knownCount - 1;
        while (at >= 0 && known[at] != object) {
            at--;
        }
        return at;
    }

    /** What leads to nothing else is written at once. */
    private boolean isSimple(Object value) {
        if (value == null) {
            octet('0');
            return true;
        }
        int number = numberOf(value);
        if (number >= 0) {
            octet('#');
            number(number);
            return true;
        }
        if (value instanceof String && ((String) value).length() <= CHUNK) {
            octet('S');
            text((String) value);
        } else if (value instanceof Integer) {
            octet('I');
            number((Integer) value);
        } else if (value instanceof Long) {
            octet('J');
            bits((Long) value, 8);
        } else if (value instanceof Boolean) {
            octet((Boolean) value ? 'T' : 'F');
        } else {
            return false;
        }
        knows(value);
        return true;
    }

    private void longText(String text) {
        Step.begin();
        octet('S');
        number(text.length());
        knows(text);
        Step.end();
        for (int from = 0; from < text.length(); from += CHUNK) {
            Step.begin();
            characters(text, from, Math.min(from + CHUNK, text.length()));
            Step.end();
        }
    }

    private void constant(Enum<?> constant) {
        String of = constant.getDeclaringClass().getName();
        String name = constant.name();
        Step.begin();
        octet('E');
        text(of);
        text(name);
        knows(constant);
        Step.end();
    }

    /** Whether no class of an instance has a way of its own to be written or read. That of throwables is known. */
    static boolean isPlain(ObjectStreamClass form) {
        for (ObjectStreamClass at = form; at != null; at = at.getSuperDesc()) {
            if (at.isExternalizable() || at.hasWriteReplaceMethod() || at.hasReadResolveMethod()
                || (at.hasWriteObjectMethod() || at.hasReadObjectMethod() || at.hasReadObjectNoDataMethod())
                && at.forClass() != Throwable.class) {
                return false;
            }
        }
        return form.forClass() != Class.class && form.forClass() != ObjectStreamClass.class;
    }

    /** The form of a class, which is said once: its name, its version and its fields, and those of the classes above. */
    private void form(ObjectStreamClass form) {
        int number = numberOf(form);
        octet(number < 0 ? 'N' : '#');
        if (number >= 0) {
            number(number);
            return;
        }
        for (ObjectStreamClass at = form; at != null; at = at.getSuperDesc()) {
            text(at.getName());
            bits(at.getSerialVersionUID(), 8);
            ObjectStreamField[] fields = at.getFields(false);
            number(fields.length);
            for (ObjectStreamField field : fields) {
                text(field.getName());
                text(field.getSignature());
            }
            octet(at.getSuperDesc() == null ? 0 : 1);
        }
        knows(form);
    }

    private boolean array(ObjectStreamClass form, Object array) throws IOException {
        int count = Array.getLength(array);
        Class<?> type = form.forClass().getComponentType();
        Step.begin();
        octet('A');
        form(form);
        number(count);
        knows(array);
        Step.end();
        for (int i = 0; i < count; i++) {
            Object element = Array.get(array, i);
            if (type.isPrimitive()) {
                addPrimitive(type, element);
            } else if (!add(element)) {
                return false;
            }
        }
        return true;
    }

    private boolean instance(ObjectStreamClass form, Object instance) throws IOException {
        Step.begin();
        octet('C');
        form(form);
        knows(instance);
        Step.end();
        return level(form, instance);
    }

    /** What an instance has of a class and those above it, the highest first. */
    private boolean level(ObjectStreamClass form, Object instance) throws IOException {
        if (form.getSuperDesc() != null && !level(form.getSuperDesc(), instance)) {
            return false;
        }
        if (form.forClass() == Throwable.class) {
            return thrown((Throwable) instance);
        }
        byte[] primitives = new byte[form.getPrimDataSize()];
        Object[] values = new Object[form.getNumObjFields()];
        form.getPrimFieldValues(instance, primitives);
        form.getObjFieldValues(instance, values);
        Step.begin();
        for (byte each : primitives) {
            octet(each);
        }
        Step.end();
        return all(values);
    }

    private boolean all(Object[] values) throws IOException {
        for (Object each : values) {
            if (!add(each)) {
                return false;
            }
        }
        return true;
    }

    /** What streams have of a throwable itself. */
    private boolean thrown(Throwable thrown) throws IOException {
        synchronized (thrown) {
            return add(thrown.sentMessage()) && add(thrown.sentCause()) && several(thrown.sentTrace())
                && several(thrown.sentSuppressed());
        }
    }

    /** Objects in an array that nobody else has, or none. */
    private boolean several(Object[] objects) throws IOException {
        Step.begin();
        number(objects == null ? -1 : objects.length);
        Step.end();
        return objects == null || all(objects);
    }
}
