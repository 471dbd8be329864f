package java.lang.invoke;

import commute.rt.Step;
import java.lang.constant.Constable;
import java.lang.constant.MethodTypeDesc;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** As the JDK's, but for its table of weak references: types that are equal are one object, and are kept for ever. */
public final class MethodType
        implements Constable, TypeDescriptor.OfMethod<Class<?>, MethodType>, java.io.Serializable {
    private static final long serialVersionUID = 292L;
    private static final Class<?>[] NONE = {};

    private final Class<?> rtype;
    private final Class<?>[] ptypes;

    private MethodType(Class<?> rtype, Class<?>[] ptypes) {
        this.rtype = rtype;
        this.ptypes = ptypes;
    }

    /** The types that the program has made so far. */
    private static final class Interned {
        static Interned last;
        final MethodType type;
        final Interned before;

        Interned(MethodType type, Interned before) {
            this.type = type;
            this.before = before;
        }
    }

    /** The type of these, of an array that is not used otherwise. */
    private static MethodType of(Class<?> result, Class<?>[] parameters) {
        if (result == null) {
            throw Handles.notAllKnown(new NullPointerException());
        }
        for (Class<?> each : parameters) {
            if (each == null) {
                throw Handles.notAllKnown(new NullPointerException());
            }
            if (each == void.class) {
                throw new IllegalArgumentException("parameter type cannot be void");
            }
        }
        if (parameters.length > 255) {
            throw new IllegalArgumentException("bad parameter count " + parameters.length);
        }
        return interned(new MethodType(result, parameters));
    }

    private static MethodType interned(MethodType made) {
        Step.begin();
        Interned at = Interned.last;
        while (at != null && !at.type.same(made)) {
            at = at.before;
        }
        if (at == null) {
            at = new Interned(made, Interned.last);
            Interned.last = at;
        }
        Step.end();
        return at.type;
    }

    /** Whether two types are equal; that of a call is no object of the program and is not interned. */
    boolean same(MethodType other) {
        if (rtype != other.rtype || ptypes.length != other.ptypes.length) {
            return false;
        }
        for (int i = 0; i < ptypes.length; i++) {
            if (ptypes[i] != other.ptypes[i]) {
                return false;
            }
        }
        return true;
    }

    public static MethodType methodType(Class<?> rtype, Class<?>[] ptypes) {
        return of(rtype, ptypes.clone());
    }

    public static MethodType methodType(Class<?> rtype, List<Class<?>> ptypes) {
        return of(rtype, ptypes.toArray(new Class<?>[0]));
    }

    public static MethodType methodType(Class<?> rtype, Class<?> ptype0, Class<?>... ptypes) {
        Class<?>[] all = new Class<?>[ptypes.length + 1];
        all[0] = ptype0;
        System.arraycopy(ptypes, 0, all, 1, ptypes.length);
        return of(rtype, all);
    }

    public static MethodType methodType(Class<?> rtype) {
        return of(rtype, NONE);
    }

    public static MethodType methodType(Class<?> rtype, Class<?> ptype0) {
        return of(rtype, new Class<?>[] {ptype0});
    }

    public static MethodType methodType(Class<?> rtype, MethodType ptypes) {
        return of(rtype, ptypes.ptypes);
    }

    public static MethodType genericMethodType(int objectArgCount, boolean finalArray) {
        int count = objectArgCount + (finalArray ? 1 : 0);
        if (objectArgCount < 0 || count > 255) {
            throw new IllegalArgumentException("bad parameter count " + objectArgCount);
        }
        Class<?>[] all = new Class<?>[count];
        Arrays.fill(all, Object.class);
        if (finalArray) {
            all[objectArgCount] = Object[].class;
        }
        return of(Object.class, all);
    }

    public static MethodType genericMethodType(int objectArgCount) {
        return genericMethodType(objectArgCount, false);
    }

    public MethodType changeParameterType(int num, Class<?> nptype) {
        if (parameterType(num) == nptype) {
            return this;
        }
        Class<?>[] all = ptypes.clone();
        all[num] = nptype;
        return of(rtype, all);
    }

    public MethodType insertParameterTypes(int num, Class<?>... ptypesToInsert) {
        int count = ptypes.length;
        if (num < 0 || num > count) {
            throw new IndexOutOfBoundsException("bad index: " + num);
        }
        int more = ptypesToInsert.length;
        if (more == 0) {
            return this;
        }
        Class<?>[] all = new Class<?>[count + more];
        System.arraycopy(ptypes, 0, all, 0, num);
        System.arraycopy(ptypesToInsert, 0, all, num, more);
        System.arraycopy(ptypes, num, all, num + more, count - num);
        return of(rtype, all);
    }

    public MethodType appendParameterTypes(Class<?>... ptypesToInsert) {
        return insertParameterTypes(ptypes.length, ptypesToInsert);
    }

    public MethodType insertParameterTypes(int num, List<Class<?>> ptypesToInsert) {
        return insertParameterTypes(num, ptypesToInsert.toArray(new Class<?>[0]));
    }

    public MethodType appendParameterTypes(List<Class<?>> ptypesToInsert) {
        return insertParameterTypes(ptypes.length, ptypesToInsert);
    }

    public MethodType dropParameterTypes(int start, int end) {
        int count = ptypes.length;
        if (!(0 <= start && start <= end && end <= count)) {
            throw new IndexOutOfBoundsException("start=" + start + " end=" + end);
        }
        if (start == end) {
            return this;
        }
        Class<?>[] all = new Class<?>[count - (end - start)];
        System.arraycopy(ptypes, 0, all, 0, start);
        System.arraycopy(ptypes, end, all, start, count - end);
        return of(rtype, all);
    }

    public MethodType changeReturnType(Class<?> nrtype) {
        return rtype == nrtype ? this : of(nrtype, ptypes);
    }

    public boolean hasPrimitives() {
        boolean has = rtype.isPrimitive();
        for (Class<?> each : ptypes) {
            has |= each.isPrimitive();
        }
        return has;
    }

    public boolean hasWrappers() {
        return unwrap() != this;
    }

    public MethodType erase() {
        Class<?>[] all = ptypes.clone();
        for (int i = 0; i < all.length; i++) {
            all[i] = all[i].isPrimitive() ? all[i] : Object.class;
        }
        return of(rtype.isPrimitive() ? rtype : Object.class, all);
    }

    public MethodType generic() {
        return genericMethodType(ptypes.length);
    }

    public MethodType wrap() {
        Class<?>[] all = ptypes.clone();
        for (int i = 0; i < all.length; i++) {
            all[i] = Conversions.wrapper(all[i]);
        }
        return of(Conversions.wrapper(rtype), all);
    }

    public MethodType unwrap() {
        Class<?>[] all = ptypes.clone();
        for (int i = 0; i < all.length; i++) {
            // A parameter cannot be void.
            all[i] = all[i] == Void.class ? all[i] : Conversions.primitive(all[i]);
        }
        return of(Conversions.primitive(rtype), all);
    }

    public Class<?> parameterType(int num) {
        return ptypes[num];
    }

    public int parameterCount() {
        return ptypes.length;
    }

    public Class<?> returnType() {
        return rtype;
    }

    public List<Class<?>> parameterList() {
        return Collections.unmodifiableList(Arrays.asList(ptypes.clone()));
    }

    public Class<?> lastParameterType() {
        return ptypes.length == 0 ? void.class : ptypes[ptypes.length - 1];
    }

    public Class<?>[] parameterArray() {
        return ptypes.clone();
    }

    @Override
    public boolean equals(Object x) {
        return this == x || x instanceof MethodType && same((MethodType) x);
    }

    @Override
    public int hashCode() {
        int hashCode = 31 + rtype.hashCode();
        for (Class<?> each : ptypes) {
            hashCode = 31 * hashCode + each.hashCode();
        }
        return hashCode;
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder("(");
        for (int i = 0; i < ptypes.length; i++) {
            text.append(i == 0 ? "" : ",").append(ptypes[i].getSimpleName());
        }
        return text.append(")").append(rtype.getSimpleName()).toString();
    }

    /** Refused. */
    public static native MethodType fromMethodDescriptorString(String descriptor, ClassLoader loader);

    public String toMethodDescriptorString() {
        StringBuilder text = new StringBuilder("(");
        for (Class<?> each : ptypes) {
            text.append(Conversions.descriptor(each));
        }
        return text.append(")").append(Conversions.descriptor(rtype)).toString();
    }

    @Override
    public String descriptorString() {
        return toMethodDescriptorString();
    }

    /** Refused. */
    @Override
    public native Optional<MethodTypeDesc> describeConstable();
}
