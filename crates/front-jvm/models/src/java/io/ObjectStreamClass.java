package java.io;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.function.BinaryOperator;

/**
 * What object streams know of a class. The JDK's own streams are executed; what they find out by reflection is said here by the class
 * files: there is one description of each class, made when the program is translated, and nothing writes to it. A description that comes
 * from a stream is made as it is read.
 */
public class ObjectStreamClass implements Serializable {
    private static final long serialVersionUID = -6120832682080437368L;

    public static final ObjectStreamField[] NO_FIELDS = new ObjectStreamField[0];

    private Class<?> cl;
    private String name;
    private long suid;
    private boolean isProxy;
    private boolean isEnum;
    private boolean isRecord;
    private boolean serializable;
    private boolean externalizable;
    private boolean hasWriteObjectData;
    private boolean hasBlockExternalData;
    private boolean initialized;
    /** Whether it was not read. */
    private boolean isLocal;
    /** Why there can be no instances, or null. */
    private String problem;
    private ClassNotFoundException resolveEx;
    private ObjectStreamField[] fields = NO_FIELDS;
    private int primDataSize;
    private int numObjFields;
    private ObjectStreamClass superDesc;
    /** The description of the class here, if this one was read. */
    private ObjectStreamClass localDesc;
    /** The number of the class, if instances can be made. */
    private int maker;
    /** The numbers of the methods that a class may have for its instances, each plus one; and of a record's constructor. */
    private int writeObject;
    private int readObject;
    private int readObjectNoData;
    private int writeReplace;
    private int readResolve;
    private int canonical;
    /** The fields of a record, in the order of its constructor's parameters. */
    private ObjectStreamField[] components;

    ObjectStreamClass() {
    }

    /** The description of a class. */
    private static native ObjectStreamClass describe(Class<?> of);

    /** An instance of which only what is above the serializable classes was constructed. */
    private static native Object allocate(int maker);

    private static native Object call(int member, Object on, Object[] arguments);

    private static native Object read(int member, Object of);

    private static native void write(int member, Object of, Object value);

    private static native int slotOf(Field field);

    /** Puts a value, or what is in a box, into an array of its type. */
    static native void store(Object array, int index, Object value);

    /** Nobody filters what is read. */
    static BinaryOperator<ObjectInputFilter> filters() {
        return (before, next) -> next;
    }

    /** Whoever reads an array has its length checked by the stream's filter, which is none. */
    static jdk.internal.access.JavaObjectInputStreamAccess access() {
        return (stream, type, length) -> {
            if (length < 0) {
                throw new NegativeArraySizeException();
            }
        };
    }

    public static ObjectStreamClass lookup(Class<?> cl) {
        return lookup(cl, false);
    }

    public static ObjectStreamClass lookupAny(Class<?> cl) {
        return lookup(cl, true);
    }

    static ObjectStreamClass lookup(Class<?> cl, boolean all) {
        return all || Serializable.class.isAssignableFrom(cl) ? describe(cl) : null;
    }

    public String getName() {
        return name;
    }

    public long getSerialVersionUID() {
        return suid;
    }

    public Class<?> forClass() {
        return cl;
    }

    public ObjectStreamField[] getFields() {
        return getFields(true);
    }

    public ObjectStreamField getField(String name) {
        return getField(name, null);
    }

    public String toString() {
        return name + ": static final long serialVersionUID = " + suid + "L;";
    }

    void initProxy(Class<?> cl, ClassNotFoundException resolveEx, ObjectStreamClass superDesc) throws InvalidClassException {
        proxies();
    }

    /** Refused: proxies in streams. */
    private static native void proxies();

    /** Takes what was read, and what the class is here. */
    void initNonProxy(ObjectStreamClass model, Class<?> cl, ClassNotFoundException resolveEx, ObjectStreamClass superDesc)
            throws InvalidClassException {
        ObjectStreamClass local = cl == null ? null : lookup(cl, true);
        if (local != null) {
            checkMatches(model, local);
        }
        this.cl = cl;
        this.resolveEx = resolveEx;
        this.superDesc = superDesc;
        name = model.name;
        suid = model.suid;
        isEnum = model.isEnum;
        serializable = model.serializable;
        externalizable = model.externalizable;
        hasBlockExternalData = model.hasBlockExternalData;
        hasWriteObjectData = model.hasWriteObjectData;
        primDataSize = model.primDataSize;
        numObjFields = model.numObjFields;
        fields = model.fields;
        localDesc = local;
        if (local != null) {
            isRecord = local.isRecord;
            problem = problem == null ? local.problem : problem;
            maker = local.maker;
            writeObject = local.writeObject;
            readObject = local.readObject;
            readObjectNoData = local.readObjectNoData;
            writeReplace = local.writeReplace;
            readResolve = local.readResolve;
            fields = matched(model.fields, local);
        }
        initialized = true;
    }

    /** What is known of another version of a class: its fields by name and type. */
    static ObjectStreamClass other(String name, long version, String[] fields, Class<?> of, ObjectStreamClass above)
            throws InvalidClassException {
        ObjectStreamClass model = new ObjectStreamClass();
        model.name = name;
        model.suid = version;
        model.serializable = true;
        model.fields = new ObjectStreamField[fields.length / 2];
        for (int i = 0; i < model.fields.length; i++) {
            model.fields[i] = new ObjectStreamField(fields[2 * i], fields[2 * i + 1], false);
        }
        model.setOffsets();
        ObjectStreamClass other = new ObjectStreamClass();
        other.initNonProxy(model, of, null, above);
        return other;
    }

    private void checkMatches(ObjectStreamClass model, ObjectStreamClass local) throws InvalidClassException {
        if (local.isProxy) {
            throw new InvalidClassException("cannot bind non-proxy descriptor to a proxy class");
        }
        if (model.isEnum != local.isEnum) {
            throw new InvalidClassException(model.isEnum ? "cannot bind enum descriptor to a non-enum class"
                : "cannot bind non-enum descriptor to an enum class");
        }
        boolean isAlike = model.serializable == local.serializable;
        if (isAlike && !local.cl.isArray() && !local.isRecord && model.suid != local.suid) {
            throw new InvalidClassException(local.name, "local class incompatible: stream classdesc serialVersionUID = "
                + model.suid + ", local class serialVersionUID = " + local.suid);
        }
        if (!simple(model.name).equals(simple(local.name))) {
            throw new InvalidClassException(local.name,
                "local class name incompatible with stream class name \"" + model.name + "\"");
        }
        if (!model.isEnum) {
            if (isAlike && model.externalizable != local.externalizable) {
                throw new InvalidClassException(local.name, "Serializable incompatible with Externalizable");
            }
            if (!isAlike || model.externalizable != local.externalizable || !model.serializable && !model.externalizable) {
                problem = "class invalid for deserialization";
            }
        }
    }

    private static String simple(String name) {
        return name.substring(name.lastIndexOf('.') + 1);
    }

    /** The fields of a stream, each with the one that the class has here. */
    private static ObjectStreamField[] matched(ObjectStreamField[] fields, ObjectStreamClass local) throws InvalidClassException {
        ObjectStreamField[] matched = new ObjectStreamField[fields.length];
        for (int i = 0; i < fields.length; i++) {
            ObjectStreamField own = null;
            for (ObjectStreamField each : local.fields) {
                if (each.getName().equals(fields[i].getName())) {
                    if ((each.isPrimitive() || fields[i].isPrimitive()) && each.getTypeCode() != fields[i].getTypeCode()) {
                        throw new InvalidClassException(local.name, "incompatible types for field " + each.getName());
                    }
                    own = each;
                }
            }
            if (own != null && own.getField() != null) {
                matched[i] = new ObjectStreamField(own.getField(), own.isUnshared(), false);
            } else {
                matched[i] = new ObjectStreamField(fields[i].getName(),
                    own == null ? fields[i].getSignature() : own.getSignature(), own != null && own.isUnshared());
            }
            matched[i].setOffset(fields[i].getOffset());
        }
        return matched;
    }

    void readNonProxy(ObjectInputStream in) throws IOException, ClassNotFoundException {
        name = in.readUTF();
        suid = in.readLong();
        byte flags = in.readByte();
        hasWriteObjectData = (flags & ObjectStreamConstants.SC_WRITE_METHOD) != 0;
        hasBlockExternalData = (flags & ObjectStreamConstants.SC_BLOCK_DATA) != 0;
        externalizable = (flags & ObjectStreamConstants.SC_EXTERNALIZABLE) != 0;
        boolean isPlain = (flags & ObjectStreamConstants.SC_SERIALIZABLE) != 0;
        if (externalizable && isPlain) {
            throw new InvalidClassException(name, "serializable and externalizable flags conflict");
        }
        serializable = externalizable || isPlain;
        isEnum = (flags & ObjectStreamConstants.SC_ENUM) != 0;
        if (isEnum && suid != 0) {
            throw new InvalidClassException(name, "enum descriptor has non-zero serialVersionUID: " + suid);
        }
        int count = in.readShort();
        if (isEnum && count != 0) {
            throw new InvalidClassException(name, "enum descriptor has non-zero field count: " + count);
        }
        fields = count > 0 ? new ObjectStreamField[count] : NO_FIELDS;
        for (int i = 0; i < count; i++) {
            char code = (char) in.readByte();
            String own = in.readUTF();
            String signature = code == 'L' || code == '[' ? in.readTypeString() : String.valueOf(code);
            try {
                fields[i] = new ObjectStreamField(own, signature, false);
            } catch (RuntimeException wrong) {
                InvalidClassException invalid = new InvalidClassException(name, "invalid descriptor for field " + own);
                invalid.initCause(wrong);
                throw invalid;
            }
        }
        setOffsets();
    }

    private void setOffsets() throws InvalidClassException {
        boolean mayBePrimitive = true;
        for (ObjectStreamField field : fields) {
            if (!field.isPrimitive()) {
                field.setOffset(numObjFields++);
                mayBePrimitive = false;
                continue;
            }
            if (!mayBePrimitive) {
                throw new InvalidClassException(name, "illegal field order");
            }
            field.setOffset(primDataSize);
            primDataSize += size(field.getTypeCode());
        }
    }

    static int size(char code) {
        switch (code) {
            case 'Z': case 'B': return 1;
            case 'C': case 'S': return 2;
            case 'J': case 'D': return 8;
            default: return 4;
        }
    }

    void writeNonProxy(ObjectOutputStream out) throws IOException {
        out.writeUTF(name);
        out.writeLong(suid);
        int flags = 0;
        if (externalizable) {
            flags |= ObjectStreamConstants.SC_EXTERNALIZABLE;
            if (out.getProtocolVersion() != ObjectStreamConstants.PROTOCOL_VERSION_1) {
                flags |= ObjectStreamConstants.SC_BLOCK_DATA;
            }
        } else if (serializable) {
            flags |= ObjectStreamConstants.SC_SERIALIZABLE;
        }
        flags |= hasWriteObjectData ? ObjectStreamConstants.SC_WRITE_METHOD : 0;
        flags |= isEnum ? ObjectStreamConstants.SC_ENUM : 0;
        out.writeByte(flags);
        out.writeShort(fields.length);
        for (ObjectStreamField field : fields) {
            out.writeByte(field.getTypeCode());
            out.writeUTF(field.getName());
            if (!field.isPrimitive()) {
                out.writeTypeString(field.getTypeString());
            }
        }
    }

    ClassNotFoundException getResolveException() {
        return resolveEx;
    }

    final void checkInitialized() throws InvalidClassException {
        if (!initialized) {
            throw new InvalidClassException("Class descriptor should be initialized");
        }
    }

    void checkDeserialize() throws InvalidClassException {
        if (problem != null) {
            throw new InvalidClassException(name, problem);
        }
    }

    /** What cannot be written is refused when it is described. */
    void checkSerialize() throws InvalidClassException {
    }

    void checkDefaultSerialize() throws InvalidClassException {
        for (ObjectStreamField field : fields) {
            if (field.getField() == null) {
                throw new InvalidClassException(name, "unmatched serializable field(s) declared");
            }
        }
    }

    ObjectStreamClass getSuperDesc() {
        return superDesc;
    }

    ObjectStreamClass getLocalDesc() {
        return isLocal ? this : localDesc;
    }

    ObjectStreamField[] getFields(boolean copy) {
        return copy ? fields.clone() : fields;
    }

    ObjectStreamField getField(String name, Class<?> type) {
        for (ObjectStreamField field : fields) {
            if (field.getName().equals(name)
                && (type == null || type == Object.class && !field.isPrimitive()
                    || field.getType() != null && type.isAssignableFrom(field.getType()))) {
                return field;
            }
        }
        return null;
    }

    boolean isProxy() {
        return isProxy;
    }

    boolean isEnum() {
        return isEnum;
    }

    boolean isRecord() {
        return isRecord;
    }

    boolean isExternalizable() {
        return externalizable;
    }

    boolean isSerializable() {
        return serializable;
    }

    boolean hasBlockExternalData() {
        return hasBlockExternalData;
    }

    boolean hasWriteObjectData() {
        return hasWriteObjectData;
    }

    boolean isInstantiable() {
        return maker > 0;
    }

    boolean hasWriteObjectMethod() {
        return writeObject > 0;
    }

    boolean hasReadObjectMethod() {
        return readObject > 0;
    }

    boolean hasReadObjectNoDataMethod() {
        return readObjectNoData > 0;
    }

    boolean hasWriteReplaceMethod() {
        return writeReplace > 0;
    }

    boolean hasReadResolveMethod() {
        return readResolve > 0;
    }

    Object newInstance() throws InstantiationException, java.lang.reflect.InvocationTargetException {
        try {
            return allocate(maker);
        } catch (Error thrown) {
            throw thrown;
        } catch (Throwable thrown) {
            throw new java.lang.reflect.InvocationTargetException(thrown);
        }
    }

    void invokeWriteObject(Object object, ObjectOutputStream out) throws IOException {
        try {
            call(writeObject - 1, object, new Object[] {out});
        } catch (Throwable thrown) {
            throw unexpected(thrown, IOException.class);
        }
    }

    void invokeReadObject(Object object, ObjectInputStream in) throws ClassNotFoundException, IOException {
        try {
            call(readObject - 1, object, new Object[] {in});
        } catch (Throwable thrown) {
            if (thrown instanceof ClassNotFoundException) {
                throw (ClassNotFoundException) thrown;
            }
            throw unexpected(thrown, IOException.class);
        }
    }

    void invokeReadObjectNoData(Object object) throws IOException {
        try {
            call(readObjectNoData - 1, object, new Object[0]);
        } catch (Throwable thrown) {
            throw unexpected(thrown, ObjectStreamException.class);
        }
    }

    Object invokeWriteReplace(Object object) throws IOException {
        try {
            return call(writeReplace - 1, object, new Object[0]);
        } catch (Throwable thrown) {
            throw unexpected(thrown, ObjectStreamException.class);
        }
    }

    Object invokeReadResolve(Object object) throws IOException {
        try {
            return call(readResolve - 1, object, new Object[0]);
        } catch (Throwable thrown) {
            throw unexpected(thrown, ObjectStreamException.class);
        }
    }

    /** What a stream throws if a method of a class has thrown something: exceptions of one kind come out as they are. */
    private static IOException unexpected(Throwable thrown, Class<?> expected) {
        if (thrown instanceof RuntimeException) {
            throw (RuntimeException) thrown;
        }
        if (thrown instanceof Error) {
            throw (Error) thrown;
        }
        if (expected.isInstance(thrown)) {
            return (IOException) thrown;
        }
        IOException other = new IOException("unexpected exception type");
        other.initCause(thrown);
        return other;
    }

    static class ClassDataSlot {
        final ObjectStreamClass desc;
        final boolean hasData;

        ClassDataSlot(ObjectStreamClass desc, boolean hasData) {
            this.desc = desc;
            this.hasData = hasData;
        }
    }

    /** The classes that have a part in an instance, the highest first: those that the stream knows, and those that only this program knows. */
    ClassDataSlot[] getClassDataLayout() throws InvalidClassException {
        ArrayList<ClassDataSlot> slots = new ArrayList<>();
        Class<?> next = cl;
        for (ObjectStreamClass at = this; at != null; at = at.superDesc) {
            for (ObjectStreamClass below = this; below != at; below = below.superDesc) {
                if (below.name.equals(at.name)) {
                    throw new InvalidClassException("Circular reference.");
                }
            }
            Class<?> match = at.found(next);
            for (Class<?> without = next; match != null && without != match; without = without.getSuperclass()) {
                slots.add(0, new ClassDataSlot(lookup(without, true), false));
            }
            next = match == null ? next : match.getSuperclass();
            slots.add(0, new ClassDataSlot(at.variantFor(match), true));
        }
        for (; isSerializable(next); next = next.getSuperclass()) {
            slots.add(0, new ClassDataSlot(lookup(next, true), false));
        }
        return slots.toArray(new ClassDataSlot[0]);
    }

    private static boolean isSerializable(Class<?> of) {
        return of != null && Serializable.class.isAssignableFrom(of);
    }

    /** The class of that name among a class and those above it. */
    private Class<?> found(Class<?> from) {
        String wanted = cl == null ? name : cl.getName();
        for (Class<?> at = from; isSerializable(at); at = at.getSuperclass()) {
            if (at.getName().equals(wanted)) {
                return at;
            }
        }
        return null;
    }

    private ObjectStreamClass variantFor(Class<?> of) throws InvalidClassException {
        if (cl == of) {
            return this;
        }
        ObjectStreamClass other = new ObjectStreamClass();
        other.initNonProxy(this, of, null, superDesc);
        return other;
    }

    int getPrimDataSize() {
        return primDataSize;
    }

    int getNumObjFields() {
        return numObjFields;
    }

    void getPrimFieldValues(Object object, byte[] bytes) {
        if (object == null) {
            throw new NullPointerException();
        }
        for (ObjectStreamField field : fields) {
            if (field.isPrimitive() && field.getField() != null) {
                Object value = read(slotOf(field.getField()), object);
                char code = field.getTypeCode();
                put(bytes, field.getOffset(), size(code), bits(code, value));
            }
        }
    }

    static long bits(char code, Object value) {
        switch (code) {
            case 'Z': return (Boolean) value ? 1 : 0;
            case 'C': return (Character) value;
            case 'F': return Float.floatToIntBits((Float) value);
            case 'D': return Double.doubleToLongBits((Double) value);
            default: return ((Number) value).longValue();
        }
    }

    private static void put(byte[] bytes, int at, int count, long bits) {
        for (int i = count - 1; i >= 0; i--) {
            bytes[at + i] = (byte) bits;
            bits >>>= 8;
        }
    }

    /** The letter of a primitive type. */
    static char code(Class<?> type) {
        if (type == int.class) {
            return 'I';
        }
        if (type == long.class) {
            return 'J';
        }
        if (type == boolean.class) {
            return 'Z';
        }
        if (type == double.class) {
            return 'D';
        }
        return type == byte.class ? 'B' : type == char.class ? 'C' : type == short.class ? 'S' : 'F';
    }

    void setPrimFieldValues(Object object, byte[] bytes) {
        if (object == null) {
            throw new NullPointerException();
        }
        for (ObjectStreamField field : fields) {
            if (field.isPrimitive() && field.getField() != null) {
                write(slotOf(field.getField()), object, value(field, bytes));
            }
        }
    }

    private static Object value(ObjectStreamField field, byte[] bytes) {
        char code = field.getTypeCode();
        long bits = 0;
        for (int i = 0; i < size(code); i++) {
            bits = bits << 8 | bytes[field.getOffset() + i] & 0xff;
        }
        return box(code, bits);
    }

    /** A value of a primitive type, of its lowest bits. */
    static Object box(char code, long bits) {
        switch (code) {
            case 'Z': return bits != 0;
            case 'B': return (byte) bits;
            case 'C': return (char) bits;
            case 'S': return (short) bits;
            case 'I': return (int) bits;
            case 'J': return bits;
            case 'F': return Float.intBitsToFloat((int) bits);
            default: return Double.longBitsToDouble(bits);
        }
    }

    void getObjFieldValues(Object object, Object[] values) {
        if (object == null) {
            throw new NullPointerException();
        }
        for (ObjectStreamField field : fields) {
            if (!field.isPrimitive()) {
                values[field.getOffset()] = read(slotOf(field.getField()), object);
            }
        }
    }

    void checkObjFieldValueTypes(Object object, Object[] values) {
        for (ObjectStreamField field : fields) {
            if (!field.isPrimitive() && field.getField() != null) {
                check(object, field.getField(), values[field.getOffset()]);
            }
        }
    }

    void setObjFieldValues(Object object, Object[] values) {
        if (object == null) {
            throw new NullPointerException();
        }
        for (ObjectStreamField field : fields) {
            if (!field.isPrimitive() && field.getField() != null) {
                Object value = values[field.getOffset()];
                check(object, field.getField(), value);
                write(slotOf(field.getField()), object, value);
            }
        }
    }

    private static void check(Object object, Field field, Object value) {
        if (value != null && !field.getType().isInstance(value)) {
            throw new ClassCastException("cannot assign instance of " + value.getClass().getName() + " to field "
                + field.getDeclaringClass().getName() + "." + field.getName() + " of type " + field.getType().getName()
                + " in instance of " + object.getClass().getName());
        }
    }

    /** A record of what was read. */
    public final Object makeRecord(byte[] primitives, Object[] objects) throws Throwable {
        ObjectStreamClass local = getLocalDesc();
        ObjectStreamField[] parameters = local.components;
        Object[] arguments = new Object[parameters.length];
        byte[] zeros = new byte[8];
        for (int i = 0; i < arguments.length; i++) {
            ObjectStreamField wanted = parameters[i];
            ObjectStreamField found = getField(wanted.getName(), null);
            if (wanted.isPrimitive()) {
                arguments[i] = found == null ? value(new ObjectStreamField(wanted.getName(), wanted.getSignature(), false), zeros)
                    : value(found, primitives);
            } else if (found != null) {
                arguments[i] = wanted.getType().cast(objects[found.getOffset()]);
            }
        }
        return call(local.canonical - 1, null, arguments);
    }

    static final class RecordSupport {
        /** A method handle, which is made where those are. */
        static native java.lang.invoke.MethodHandle deserializationCtr(ObjectStreamClass of);
    }
}
