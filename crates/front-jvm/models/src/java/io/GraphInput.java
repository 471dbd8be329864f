package java.io;

import commute.rt.Step;
import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;

/**
 * Reads what {@link GraphOutput} has written. Objects are made in the order in which a stream makes them, since their classes are
 * initialised, and the constructors of classes above them run, as they are made.
 */
public abstract class GraphInput {
    private final byte[] bytes;
    private int at;
    private Object[] known = new Object[8];
    private int knownCount;

    protected GraphInput(byte[] bytes) {
        this.bytes = bytes;
    }

    /** Reads what was written for an object instead of it. */
    protected abstract Object replacement(int kind) throws IOException;

    protected final int octet() {
        return bytes[at++] & 255;
    }

    protected final int number() {
        return (int) bits(4);
    }

    private long bits(int size) {
        long bits = 0;
        for (int i = 0; i < size; i++) {
            bits = bits << 8 | octet();
        }
        return bits;
    }

    protected final String text() {
        char[] text = new char[number()];
        characters(text, 0, text.length);
        return new String(text);
    }

    private void characters(char[] text, int from, int to) {
        for (int i = from; i < to; i++) {
            text[i] = (char) bits(2);
        }
    }

    protected final void skip(int count) {
        at += count;
    }

    /** Where the next byte is. */
    protected final int place() {
        return at;
    }

    /** The box of a value of a primitive type. */
    public final Object primitive(Class<?> type) {
        Step.begin();
        char code = ObjectStreamClass.code(type);
        Object box = ObjectStreamClass.box(code, bits(ObjectStreamClass.size(code)));
        Step.end();
        return box;
    }

    /** The next object, with what it leads to. */
    public final Object object() throws IOException, ClassNotFoundException {
        Step.begin();
        int kind = octet();
        Object simple = simple(kind);
        Step.end();
        switch (kind) {
            case 'S': return simple == null ? longText() : simple;
            case 'E': return constant();
            case 'A': return array();
            case 'C': return instance();
            case '0': case '#': case 'I': case 'J': case 'T': case 'F': return simple;
            default: return know(replacement(kind));
        }
    }

    private Object know(Object object) {
        Step.begin();
        knows(object);
        Step.end();
        return object;
    }

    private Object knows(Object object) {
        if (knownCount == known.length) {
            Object[] more = new Object[2 * knownCount];
            for (int i = 0; i < knownCount; i++) {
                more[i] = known[i];
            }
            known = more;
        }
        known[knownCount++] = object;
        return object;
    }

    /** What leads to nothing else, and is no long text. A box that comes from somewhere else is not one that is there already. */
    @SuppressWarnings({"deprecation", "removal"})
    private Object simple(int kind) {
        switch (kind) {
            case '#': return known[number()];
            case 'I': return knows(new Integer(number()));
            case 'J': return knows(new Long(bits(8)));
            case 'T': return knows(new Boolean(true));
            case 'F': return knows(new Boolean(false));
            case 'S':
                int start = at;
                if (number() <= GraphOutput.CHUNK) {
                    at = start;
                    return knows(text());
                }
                at = start;
                return null;
            default: return null;
        }
    }

    private String longText() {
        Step.begin();
        char[] text = new char[number()];
        Step.end();
        for (int from = 0; from < text.length; from += GraphOutput.CHUNK) {
            Step.begin();
            characters(text, from, Math.min(from + GraphOutput.CHUNK, text.length));
            Step.end();
        }
        return (String) know(new String(text));
    }

    private static Class<?> named(String name) throws ClassNotFoundException {
        return name.startsWith("[") ? Array.newInstance(described(name.substring(1)), 0).getClass()
            : Class.forName(name, false, ClassLoader.getSystemClassLoader());
    }

    /** The class with a descriptor. */
    private static Class<?> described(String type) throws ClassNotFoundException {
        switch (type.charAt(0)) {
            case 'Z': return boolean.class;
            case 'B': return byte.class;
            case 'C': return char.class;
            case 'S': return short.class;
            case 'I': return int.class;
            case 'J': return long.class;
            case 'F': return float.class;
            case 'D': return double.class;
            case 'L': return named(type.substring(1, type.length() - 1));
            default: return named(type);
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"})
    private Object constant() throws IOException, ClassNotFoundException {
        Step.begin();
        String of = text();
        String name = text();
        Step.end();
        try {
            return know(Enum.valueOf((Class) named(of), name));
        } catch (IllegalArgumentException missing) {
            InvalidObjectException invalid =
                new InvalidObjectException("enum constant " + name + " does not exist in class " + of);
            invalid.initCause(missing);
            throw invalid;
        }
    }

    /** The form of a class, as who has written it knows it. */
    private ObjectStreamClass form() throws IOException, ClassNotFoundException {
        Step.begin();
        ObjectStreamClass form = octet() == '#' ? (ObjectStreamClass) known[number()] : null;
        int start = at;
        String name = form == null ? text() : null;
        Step.end();
        if (form != null) {
            return form;
        }
        ObjectStreamClass own = ObjectStreamClass.lookup(named(name), true);
        Step.begin();
        at = start;
        boolean isIt = isForm(own);
        Step.end();
        if (!isIt) {
            at = start;
            own = other();
        }
        know(own);
        return own;
    }

    /** Reads a form. Whether it is this one. */
    private boolean isForm(ObjectStreamClass own) {
        boolean isIt = true;
        ObjectStreamClass at = own;
        for (boolean more = true; more;) {
            isIt &= text().equals(at == null ? null : at.getName());
            isIt &= bits(8) == (at == null ? 0 : at.getSerialVersionUID());
            ObjectStreamField[] fields = at == null ? ObjectStreamClass.NO_FIELDS : at.getFields(false);
            int count = number();
            isIt &= count == fields.length;
            for (int i = 0; i < count; i++) {
                ObjectStreamField field = i < fields.length ? fields[i] : null;
                isIt &= text().equals(field == null ? null : field.getName());
                isIt &= text().equals(field == null ? null : field.getSignature());
            }
            at = at == null ? null : at.getSuperDesc();
            more = octet() == 1;
        }
        return isIt && at == null;
    }

    /** Reads the form of another version of a class. */
    private ObjectStreamClass other() throws IOException, ClassNotFoundException {
        Step.begin();
        String name = text();
        long version = bits(8);
        String[] fields = new String[2 * number()];
        for (int i = 0; i < fields.length; i++) {
            fields[i] = text();
        }
        boolean more = octet() == 1;
        Step.end();
        ObjectStreamClass above = more ? other() : null;
        Class<?> of = named(name);
        Class<?> next = of.getSuperclass();
        boolean isAlike = above == null ? next == null || !Serializable.class.isAssignableFrom(next) : above.forClass() == next;
        if (!isAlike || !GraphOutput.isPlain(ObjectStreamClass.lookup(of, true))) {
            otherClasses();
        }
        return ObjectStreamClass.other(name, version, fields, of, above);
    }

    /** Refused: a version of a class that is below other classes, or has methods for streams. */
    private static native void otherClasses();

    private Object array() throws IOException, ClassNotFoundException {
        ObjectStreamClass form = form();
        Class<?> type = form.forClass().getComponentType();
        Step.begin();
        int count = number();
        Step.end();
        Object array = know(Array.newInstance(type, count));
        for (int i = 0; i < count; i++) {
            ObjectStreamClass.store(array, i, type.isPrimitive() ? primitive(type) : object());
        }
        return array;
    }

    private Object instance() throws IOException, ClassNotFoundException {
        ObjectStreamClass form = form();
        form.checkDeserialize();
        if (form.isRecord()) {
            return record(form);
        }
        Object instance;
        try {
            instance = form.isInstantiable() ? form.newInstance() : null;
        } catch (InstantiationException | InvocationTargetException wrong) {
            InvalidClassException invalid =
                new InvalidClassException(form.forClass().getName(), "unable to create instance");
            invalid.initCause(wrong);
            throw invalid;
        }
        know(instance);
        level(form, instance);
        return instance;
    }

    /** A record is made when its fields are known: who refers to it from there finds nothing. */
    private Object record(ObjectStreamClass form) throws IOException, ClassNotFoundException {
        int number = knownCount;
        know(null);
        byte[] primitives = primitives(form);
        Object[] values = objects(form.getNumObjFields());
        Object made;
        try {
            made = form.makeRecord(primitives, values);
        } catch (Throwable wrong) {
            if (wrong instanceof Error) {
                throw (Error) wrong;
            }
            InvalidObjectException invalid = new InvalidObjectException(wrong.getMessage());
            invalid.initCause(wrong);
            throw invalid;
        }
        known[number] = made;
        return made;
    }

    private byte[] primitives(ObjectStreamClass form) {
        byte[] primitives = new byte[form.getPrimDataSize()];
        Step.begin();
        for (int i = 0; i < primitives.length; i++) {
            primitives[i] = (byte) octet();
        }
        Step.end();
        return primitives;
    }

    private Object[] objects(int count) throws IOException, ClassNotFoundException {
        Object[] objects = new Object[count];
        for (int i = 0; i < count; i++) {
            objects[i] = object();
        }
        return objects;
    }

    private void level(ObjectStreamClass form, Object instance) throws IOException, ClassNotFoundException {
        if (form.getSuperDesc() != null) {
            level(form.getSuperDesc(), instance);
        }
        if (form.forClass() == Throwable.class) {
            thrown((Throwable) instance);
            return;
        }
        byte[] primitives = primitives(form);
        if (primitives.length > 0) {
            form.setPrimFieldValues(instance, primitives);
        }
        Object[] values = objects(form.getNumObjFields());
        if (values.length > 0) {
            form.setObjFieldValues(instance, values);
        }
    }

    private void thrown(Throwable thrown) throws IOException, ClassNotFoundException {
        String message = (String) object();
        Throwable cause = (Throwable) object();
        Object[] calls = several();
        StackTraceElement[] trace = calls == null ? null : new StackTraceElement[calls.length];
        for (int i = 0; trace != null && i < trace.length; i++) {
            trace[i] = (StackTraceElement) calls[i];
        }
        thrown.wasSent(message, cause, trace, several());
    }

    /** Objects whose array nobody else has, or none. */
    private Object[] several() throws IOException, ClassNotFoundException {
        Step.begin();
        int count = number();
        Step.end();
        return count < 0 ? null : objects(count);
    }
}
