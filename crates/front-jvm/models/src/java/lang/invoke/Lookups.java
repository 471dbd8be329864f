package java.lang.invoke;

import java.lang.invoke.MethodHandles.Lookup;
import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;

/**
 * What {@link Lookup} does, over what the class files say. A handle calls or accesses a member by its number, as {@code Method.invoke}
 * does, but what the member throws comes out as it is.
 */
final class Lookups {
    private Lookups() {}

    // See `java.lang.reflect.Members`.
    private static native Field[] fieldsOf(Class<?> of);

    private static native Method[] methodsOf(Class<?> of);

    private static native Constructor<?>[] constructorsOf(Class<?> of);

    private static native int accessFlags(Class<?> of);

    private static native int slotOf(Field field);

    private static native int slotOf(Method method);

    private static native int slotOf(Constructor<?> constructor);

    private static native boolean isOverride(AccessibleObject member);

    private static native void ready(int member);

    private static native Object call(int member, Object on, Object[] arguments);

    private static native Object callSpecial(int member, Object on, Object[] arguments);

    private static native Object read(int member, Object of);

    private static native void write(int member, Object of, Object value);

    /** A lookup of which nothing is known. */
    private static native Lookup blank();

    private static native Lookup copy(Lookup lookup);

    private static native Class<?> classOf(Lookup lookup);

    private static native int modesOf(Lookup lookup);

    private static native void setClass(Lookup lookup, Class<?> of);

    private static native void setModes(Lookup lookup, int modes);

    /** All rights that a lookup of a class has itself. */
    private static native int ownModes();

    // Refused.
    private static native void lookupOfUnknownCaller();

    private static native void lookupInLibrary();

    private static native void memberOfHandle();

    private static native void classOfClosedPackage();

    private static native void unusualSpecial();

    private static native void setterOfFinal();

    private static final int PACKAGE = 8;
    private static final int MODULE = 16;
    private static final int UNCONDITIONAL = 32;
    private static final int FULL = 31;
    private static final int VARARGS = 0x80;

    // Lookups.

    private static Lookup made(Class<?> of, int modes) {
        Lookup made = copy(blank());
        setClass(made, of);
        setModes(made, modes);
        return made;
    }

    static Lookup lookup(Class<?> caller) {
        if (caller == null) {
            lookupOfUnknownCaller();
        }
        return made(caller, ownModes());
    }

    static Lookup publicLookup() {
        return made(Object.class, UNCONDITIONAL);
    }

    static Lookup privateLookupIn(Class<?> target, Lookup caller) throws IllegalAccessException {
        int modes = modesOf(caller);
        if (target.isPrimitive()) {
            throw new IllegalArgumentException(target + " is a primitive class");
        }
        if (target.isArray()) {
            throw new IllegalArgumentException(target + " is an array class");
        }
        if (isOfLibrary(target) != isOfLibrary(classOf(caller))) {
            lookupInLibrary();
        }
        if ((modes & MODULE) == 0) {
            throw Handles.notAllKnown(new IllegalAccessException());
        }
        return made(target, FULL);
    }

    static Class<?> lookupClass(Lookup lookup) {
        return classOf(lookup);
    }

    static int lookupModes(Lookup lookup) {
        return modesOf(lookup);
    }

    static String toString(Lookup lookup) {
        String name = classOf(lookup).getName();
        return modesOf(lookup) == UNCONDITIONAL ? name + "/publicLookup" : name;
    }

    private static boolean isOfLibrary(Class<?> of) {
        String name = of.getName();
        return name.startsWith("java.") || name.startsWith("javax.") || name.startsWith("jdk.") || name.startsWith("sun.")
            || name.startsWith("com.sun.");
    }

    // Methods.

    static MethodHandle findVirtual(Lookup lookup, Class<?> of, String name, MethodType type)
            throws NoSuchMethodException, IllegalAccessException {
        String kind = of.isInterface() ? "invokeInterface" : "invokeVirtual";
        Method found = find(lookup, of, name, type, kind);
        if (Modifier.isStatic(found.getModifiers())) {
            throw statics(of, name, type, kind);
        }
        return handle(found, receiver(lookup, of, found.getDeclaringClass(), found.getModifiers()), false);
    }

    static MethodHandle findStatic(Lookup lookup, Class<?> of, String name, MethodType type)
            throws NoSuchMethodException, IllegalAccessException {
        Method found = find(lookup, of, name, type, "invokeStatic");
        if (!Modifier.isStatic(found.getModifiers())) {
            throw statics(of, name, type, "invokeStatic");
        }
        return handle(found, null, false);
    }

    static MethodHandle findSpecial(Lookup lookup, Class<?> of, String name, MethodType type, Class<?> caller)
            throws NoSuchMethodException, IllegalAccessException {
        if (caller == null) {
            throw Handles.notAllKnown(new NullPointerException());
        }
        if ((modesOf(lookup) & Modifier.PRIVATE) == 0 || caller != classOf(lookup)) {
            throw Handles.notAllKnown(new IllegalAccessException());
        }
        Method found = find(lookup, of, name, type, "invokeSpecial");
        if (of.isInterface() || !of.isAssignableFrom(caller)) {
            unusualSpecial();
        }
        if (of != caller) {
            found = resolved(caller.getSuperclass(), name, type);
        }
        if (Modifier.isStatic(found.getModifiers()) || Modifier.isAbstract(found.getModifiers())) {
            unusualSpecial();
        }
        return handle(found, caller, true);
    }

    /** A static method where another one was asked for, or the other way round. */
    private static IllegalAccessException statics(Class<?> of, String name, MethodType type, String kind) {
        IllegalAccessException thrown = new IllegalAccessException("no such method: " + shown(of, name, type, kind));
        thrown.initCause(Handles.notAllKnown(new IncompatibleClassChangeError()));
        return thrown;
    }

    private static String shown(Class<?> of, String name, Object type, String kind) {
        return of.getName() + "." + name + type + "/" + kind;
    }

    /** A method by its name and its whole type, if the lookup may use it. */
    private static Method find(Lookup lookup, Class<?> of, String name, MethodType type, String kind)
            throws NoSuchMethodException, IllegalAccessException {
        if (of == null || name == null || type == null) {
            throw Handles.notAllKnown(new NullPointerException());
        }
        checkClass(lookup, of);
        if (name.startsWith("<")) {
            throw new NoSuchMethodException("illegal method name: " + name);
        }
        if (of == MethodHandle.class || of == VarHandle.class || of.isArray()) {
            memberOfHandle();
        }
        Method found = of.isPrimitive() ? null : resolved(of, name, type);
        if (found == null) {
            NoSuchMethodException thrown = new NoSuchMethodException("no such method: " + shown(of, name, type, kind));
            thrown.initCause(Handles.notAllKnown(new NoSuchMethodError()));
            throw thrown;
        }
        checkMember(lookup, of, found.getDeclaringClass(), found.getModifiers());
        return found;
    }

    /** Looks for a method as the machine does: in the classes above, then in their interfaces. */
    private static Method resolved(Class<?> of, String name, MethodType type) {
        for (Class<?> at = of; at != null; at = at.getSuperclass()) {
            Method found = own(at, name, type);
            if (found != null) {
                return found;
            }
        }
        if (of.isInterface()) {
            Method found = own(Object.class, name, type);
            if (found != null && Modifier.isPublic(found.getModifiers())) {
                return found;
            }
        }
        Method found = null;
        for (Class<?> at = of; at != null && found == null; at = at.getSuperclass()) {
            found = ofInterfaces(at, name, type);
        }
        return found;
    }

    private static Method ofInterfaces(Class<?> of, String name, MethodType type) {
        for (Class<?> each : of.getInterfaces()) {
            Method found = own(each, name, type);
            if (found == null || Modifier.isStatic(found.getModifiers()) || Modifier.isPrivate(found.getModifiers())) {
                found = ofInterfaces(each, name, type);
            }
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private static Method own(Class<?> of, String name, MethodType type) {
        for (Method method : methodsOf(of)) {
            if (method.getName().equals(name) && method.getReturnType() == type.returnType()
                    && sameParameters(method.getParameterTypes(), type)) {
                return method;
            }
        }
        return null;
    }

    private static boolean sameParameters(Class<?>[] types, MethodType type) {
        if (types.length != type.parameterCount()) {
            return false;
        }
        for (int i = 0; i < types.length; i++) {
            if (types[i] != type.parameterType(i)) {
                return false;
            }
        }
        return true;
    }

    /** A handle of a method: on objects of a class, or of a static one. */
    private static MethodHandle handle(Method method, Class<?> receiver, boolean isSpecial) {
        int slot = slotOf(method);
        MethodType type = MethodType.methodType(method.getReturnType(), method.getParameterTypes());
        MethodHandle made;
        if (receiver == null) {
            made = new Handles.Made(type, arguments -> call(slot, null, arguments));
        } else {
            made = new Handles.Made(type.insertParameterTypes(0, receiver), arguments -> {
                Object on = there(arguments[0]);
                Object[] rest = Handles.replaced(arguments, 0, 1);
                return isSpecial ? callSpecial(slot, on, rest) : call(slot, on, rest);
            });
        }
        return (method.getModifiers() & VARARGS) == 0 ? made
            : made.asVarargsCollector(type.lastParameterType());
    }

    private static Object there(Object receiver) {
        if (receiver == null) {
            throw new NullPointerException();
        }
        return receiver;
    }

    static MethodHandle unreflect(Lookup lookup, Method method) throws IllegalAccessException {
        Class<?> of = method.getDeclaringClass();
        if (of == MethodHandle.class || of == VarHandle.class) {
            memberOfHandle();
        }
        if (!isOverride(method)) {
            checkClass(lookup, of);
            checkMember(lookup, of, of, method.getModifiers());
        }
        Class<?> receiver = Modifier.isStatic(method.getModifiers()) ? null
            : isOverride(method) ? of : receiver(lookup, of, of, method.getModifiers());
        return handle(method, receiver, false);
    }

    // Constructors.

    static MethodHandle findConstructor(Lookup lookup, Class<?> of, MethodType type)
            throws NoSuchMethodException, IllegalAccessException {
        if (of.isArray()) {
            throw new NoSuchMethodException("no constructor for array class: " + of.getName());
        }
        checkClass(lookup, of);
        Constructor<?> found = null;
        if (type.returnType() == void.class && !of.isPrimitive()) {
            for (Constructor<?> each : constructorsOf(of)) {
                found = sameParameters(each.getParameterTypes(), type) ? each : found;
            }
        }
        if (found == null) {
            NoSuchMethodException thrown =
                new NoSuchMethodException("no such constructor: " + shown(of, "<init>", type, "newInvokeSpecial"));
            thrown.initCause(Handles.notAllKnown(new NoSuchMethodError()));
            throw thrown;
        }
        checkConstructor(lookup, of, found.getModifiers());
        return handle(found);
    }

    private static MethodHandle handle(Constructor<?> constructor) {
        Class<?> of = constructor.getDeclaringClass();
        int slot = slotOf(constructor);
        MethodType type = MethodType.methodType(of, constructor.getParameterTypes());
        MethodHandle made = new Handles.Made(type, arguments -> {
            if (Modifier.isAbstract(of.getModifiers())) {
                throw new InstantiationException(of.getName());
            }
            return call(slot, null, arguments);
        });
        return (constructor.getModifiers() & VARARGS) == 0 ? made
            : made.asVarargsCollector(type.lastParameterType());
    }

    static MethodHandle unreflectConstructor(Lookup lookup, Constructor<?> constructor) throws IllegalAccessException {
        Class<?> of = constructor.getDeclaringClass();
        if (!isOverride(constructor)) {
            checkClass(lookup, of);
            checkConstructor(lookup, of, constructor.getModifiers());
        }
        return handle(constructor);
    }

    // Fields.

    static MethodHandle findGetter(Lookup lookup, Class<?> of, String name, Class<?> type)
            throws NoSuchFieldException, IllegalAccessException {
        return getter(lookup, of, find(lookup, of, name, type, "getField", false));
    }

    static MethodHandle findStaticGetter(Lookup lookup, Class<?> of, String name, Class<?> type)
            throws NoSuchFieldException, IllegalAccessException {
        return getter(lookup, of, find(lookup, of, name, type, "getStatic", true));
    }

    static MethodHandle findSetter(Lookup lookup, Class<?> of, String name, Class<?> type)
            throws NoSuchFieldException, IllegalAccessException {
        return setter(lookup, of, find(lookup, of, name, type, "putField", false));
    }

    static MethodHandle findStaticSetter(Lookup lookup, Class<?> of, String name, Class<?> type)
            throws NoSuchFieldException, IllegalAccessException {
        return setter(lookup, of, find(lookup, of, name, type, "putStatic", true));
    }

    static MethodHandle unreflectGetter(Lookup lookup, Field field) throws IllegalAccessException {
        return getter(lookup, field.getDeclaringClass(), reflected(lookup, field));
    }

    static MethodHandle unreflectSetter(Lookup lookup, Field field) throws IllegalAccessException {
        return setter(lookup, field.getDeclaringClass(), reflected(lookup, field));
    }

    private static Field reflected(Lookup lookup, Field field) throws IllegalAccessException {
        Class<?> of = field.getDeclaringClass();
        if (!isOverride(field)) {
            checkClass(lookup, of);
            checkMember(lookup, of, of, field.getModifiers());
        }
        return field;
    }

    private static Field find(Lookup lookup, Class<?> of, String name, Class<?> type, String kind, boolean isStatic)
            throws NoSuchFieldException, IllegalAccessException {
        if (of == null || name == null || type == null) {
            throw Handles.notAllKnown(new NullPointerException());
        }
        checkClass(lookup, of);
        Field found = of.isPrimitive() || of.isArray() ? null : resolved(of, name, type);
        if (found == null) {
            String text = "no such field: " + shown(of, name, "/" + type.getName(), kind);
            NoSuchFieldException thrown = new NoSuchFieldException(text);
            thrown.initCause(Handles.notAllKnown(new NoSuchFieldError()));
            throw thrown;
        }
        checkMember(lookup, of, found.getDeclaringClass(), found.getModifiers());
        if (Modifier.isStatic(found.getModifiers()) != isStatic) {
            throw Handles.notAllKnown(new IllegalAccessException());
        }
        return found;
    }

    private static Field resolved(Class<?> of, String name, Class<?> type) {
        for (Field field : fieldsOf(of)) {
            if (field.getName().equals(name) && field.getType() == type) {
                return field;
            }
        }
        for (Class<?> each : of.getInterfaces()) {
            Field found = resolved(each, name, type);
            if (found != null) {
                return found;
            }
        }
        Class<?> above = of.getSuperclass();
        return above == null || above == Object.class ? null : resolved(above, name, type);
    }

    private static MethodHandle getter(Lookup lookup, Class<?> of, Field field) {
        int slot = slotOf(field);
        if (Modifier.isStatic(field.getModifiers())) {
            return new Handles.Made(MethodType.methodType(field.getType()), arguments -> {
                ready(slot);
                return read(slot, null);
            });
        }
        return new Handles.Made(MethodType.methodType(field.getType(), receiver(lookup, of, field)),
            arguments -> read(slot, there(arguments[0])));
    }

    private static MethodHandle setter(Lookup lookup, Class<?> of, Field field) throws IllegalAccessException {
        int slot = slotOf(field);
        boolean isStatic = Modifier.isStatic(field.getModifiers());
        if (Modifier.isFinal(field.getModifiers())) {
            if (isOverride(field) && !isStatic) {
                setterOfFinal();
            }
            throw Handles.notAllKnown(new IllegalAccessException());
        }
        if (isStatic) {
            return new Handles.Made(MethodType.methodType(void.class, field.getType()), arguments -> {
                ready(slot);
                write(slot, null, arguments[0]);
                return null;
            });
        }
        MethodType type = MethodType.methodType(void.class, receiver(lookup, of, field), field.getType());
        return new Handles.Made(type, arguments -> {
            write(slot, there(arguments[0]), arguments[1]);
            return null;
        });
    }

    private static Class<?> receiver(Lookup lookup, Class<?> of, Field field) {
        return isOverride(field) ? of : receiver(lookup, of, field.getDeclaringClass(), field.getModifiers());
    }

    // Access.

    private static boolean isNear(Class<?> one, Class<?> other) {
        return one.getPackageName().equals(other.getPackageName()) && isOfLibrary(one) == isOfLibrary(other);
    }

    private static void checkClass(Lookup lookup, Class<?> of) throws IllegalAccessException {
        int modes = modesOf(lookup);
        Class<?> at = of;
        while (at.isArray()) {
            at = at.getComponentType();
        }
        if (at.isPrimitive() || (modes & PACKAGE) != 0 && isNear(classOf(lookup), at)) {
            return;
        }
        if (!Modifier.isPublic(accessFlags(at))) {
            throw Handles.notAllKnown(new IllegalAccessException());
        }
        // Which packages a module exports is not known.
        if (isOfLibrary(at) && !at.getName().startsWith("java.")) {
            classOfClosedPackage();
        }
    }

    private static void checkMember(Lookup lookup, Class<?> of, Class<?> declaring, int modifiers)
            throws IllegalAccessException {
        if (!sees(lookup, of, declaring, modifiers)) {
            throw Handles.notAllKnown(new IllegalAccessException());
        }
    }

    private static boolean sees(Lookup lookup, Class<?> of, Class<?> declaring, int modifiers) {
        Class<?> from = classOf(lookup);
        int modes = modesOf(lookup);
        if (Modifier.isPublic(modifiers)) {
            return true;
        }
        if (Modifier.isPrivate(modifiers)) {
            return (modes & Modifier.PRIVATE) != 0 && outermost(from) == outermost(declaring);
        }
        if ((modes & PACKAGE) != 0 && isNear(from, declaring)) {
            return true;
        }
        return Modifier.isProtected(modifiers) && (modes & Modifier.PROTECTED) != 0 && declaring.isAssignableFrom(from)
            && (Modifier.isStatic(modifiers) || of.isAssignableFrom(from) || from.isAssignableFrom(of));
    }

    /** A protected constructor is for those of its package. */
    private static void checkConstructor(Lookup lookup, Class<?> of, int modifiers) throws IllegalAccessException {
        checkMember(lookup, of, of, modifiers & ~Modifier.PROTECTED);
    }

    /** Of which class the first argument is: a protected member of another package is the caller's in its own instances only. */
    private static Class<?> receiver(Lookup lookup, Class<?> of, Class<?> declaring, int modifiers) {
        Class<?> from = classOf(lookup);
        boolean isNarrow = Modifier.isProtected(modifiers) && !isNear(from, declaring) && !from.isAssignableFrom(of);
        return isNarrow ? from : of;
    }

    private static Class<?> outermost(Class<?> of) {
        Class<?> at = of;
        while (at.getEnclosingClass() != null) {
            at = at.getEnclosingClass();
        }
        return at;
    }
}
