package java.lang.reflect;

import java.lang.annotation.Annotation;
import java.lang.annotation.Inherited;
import java.util.ArrayList;

/**
 * What {@code Class}, {@code Field}, {@code Method}, {@code Constructor} and {@code Proxy} do, over tables of what the class files say.
 * Objects in the tables are patterns, which nobody else sees: whoever asks for a member gets a copy. Members have numbers, in their
 * field {@code slot}, by which the machine knows what to call or to access.
 */
final class Members {
    private Members() {}

    // What a class declares, in the order of its file.
    static native Field[] fieldsOf(Class<?> of);

    static native Method[] methodsOf(Class<?> of);

    static native Constructor<?>[] constructorsOf(Class<?> of);

    static native Annotation[] annotationsOf(Class<?> of);

    static native Annotation[] annotationsOf(int member);

    /** The flags of its file, which say less than its declaration. */
    static native int accessFlags(Class<?> of);

    static native Field copy(Field field);

    static native Method copy(Method method);

    static native Constructor<?> copy(Constructor<?> constructor);

    static native int slotOf(Field field);

    static native int slotOf(Method method);

    static native int slotOf(Constructor<?> constructor);

    static native String descriptorOf(Field field);

    /** Which word of its instances a field is. */
    static native int wordOf(int member);

    // Initialises the class of a member; calls it; reads and writes it.
    static native void ready(int member);

    static native Object call(int member, Object on, Object[] arguments);

    static native Object read(int member, Object of);

    static native void write(int member, Object of, Object value);

    /** The names that are literals of the program, in ascending order, and the class with a number among these, or null. */
    static native String[] names();

    static native Class<?> named(int number, boolean initialised);

    /** The same for all classes that there are. */
    static native String[] allNames();

    static native Class<?> namedOfAll(int number, boolean initialised);

    /** An instance of a class that implements these. */
    static native Proxy proxy(Class<?>[] interfaces);

    static native Object theUnsafe();

    // Refused.
    static native void unknownName();

    static native void unknownCaller();

    static native void writtenFinal();

    // Fields.

    static Field[] getDeclaredFields(Class<?> of) {
        Field[] fields = fieldsOf(of);
        Field[] copies = new Field[fields.length];
        for (int i = 0; i < copies.length; i++) {
            copies[i] = copy(fields[i]);
        }
        return copies;
    }

    static Field getDeclaredField(Class<?> of, String name) throws NoSuchFieldException {
        if (name == null) {
            throw new NullPointerException();
        }
        for (Field field : fieldsOf(of)) {
            if (field.getName().equals(name)) {
                return copy(field);
            }
        }
        throw new NoSuchFieldException(name);
    }

    static Field getField(Class<?> of, String name) throws NoSuchFieldException {
        if (name == null) {
            throw new NullPointerException();
        }
        Field found = publicField(of, name);
        if (found == null) {
            throw new NoSuchFieldException(name);
        }
        return copy(found);
    }

    private static Field publicField(Class<?> of, String name) {
        for (Field field : fieldsOf(of)) {
            if (Modifier.isPublic(field.getModifiers()) && field.getName().equals(name)) {
                return field;
            }
        }
        for (Class<?> each : of.getInterfaces()) {
            Field found = publicField(each, name);
            if (found != null) {
                return found;
            }
        }
        Class<?> above = of.getSuperclass();
        return above == null || above == Object.class ? null : publicField(above, name);
    }

    static Field[] getFields(Class<?> of) {
        ArrayList<Field> found = new ArrayList<>();
        addFields(of, found);
        return found.toArray(new Field[0]);
    }

    private static void addFields(Class<?> of, ArrayList<Field> found) {
        for (Field field : fieldsOf(of)) {
            boolean known = false;
            for (Field other : found) {
                known |= slotOf(other) == slotOf(field);
            }
            if (Modifier.isPublic(field.getModifiers()) && !known) {
                found.add(copy(field));
            }
        }
        for (Class<?> each : of.getInterfaces()) {
            addFields(each, found);
        }
        if (of.getSuperclass() != null && of.getSuperclass() != Object.class) {
            addFields(of.getSuperclass(), found);
        }
    }

    private static void check(Field field, Object of, Class<?> caller) throws IllegalAccessException {
        Class<?> declaring = field.getDeclaringClass();
        int modifiers = field.getModifiers();
        checkAccess(field, caller, declaring, modifiers, of);
        if (!Modifier.isStatic(modifiers)) {
            if (of == null) {
                throw new NullPointerException();
            }
            if (!declaring.isInstance(of)) {
                throw notAllKnown(new IllegalArgumentException());
            }
        }
        ready(slotOf(field));
    }

    static Object get(Field field, Object of, Class<?> caller) throws IllegalAccessException {
        if (field.getDeclaringClass().getName().equals("sun.misc.Unsafe") && field.getName().equals("theUnsafe")) {
            return theUnsafe();
        }
        check(field, of, caller);
        return read(slotOf(field), of);
    }

    static void set(Field field, Object of, Object value, Class<?> caller) throws IllegalAccessException {
        check(field, of, caller);
        int modifiers = field.getModifiers();
        if (Modifier.isFinal(modifiers)) {
            Class<?> declaring = field.getDeclaringClass();
            if (Modifier.isStatic(modifiers) || !field.override || declaring.isRecord() || declaring.isHidden()) {
                throw notAllKnown(new IllegalAccessException());
            }
            writtenFinal();
        }
        Object fitting = fitting(field.getType(), value);
        if (fitting == MISMATCH) {
            throw notAllKnown(new IllegalArgumentException());
        }
        write(slotOf(field), of, fitting);
    }

    private static Object primitive(Field field, Object of, Class<?> caller, Class<?> type) throws IllegalAccessException {
        if (!field.getType().isPrimitive()) {
            throw notAllKnown(new IllegalArgumentException());
        }
        Object value = fitting(type, get(field, of, caller));
        if (value == MISMATCH) {
            throw notAllKnown(new IllegalArgumentException());
        }
        return value;
    }

    static boolean getBoolean(Field field, Object of, Class<?> caller) throws IllegalAccessException {
        return (Boolean) primitive(field, of, caller, boolean.class);
    }

    static int getInt(Field field, Object of, Class<?> caller) throws IllegalAccessException {
        return (Integer) primitive(field, of, caller, int.class);
    }

    static long getLong(Field field, Object of, Class<?> caller) throws IllegalAccessException {
        return (Long) primitive(field, of, caller, long.class);
    }

    static double getDouble(Field field, Object of, Class<?> caller) throws IllegalAccessException {
        return (Double) primitive(field, of, caller, double.class);
    }

    private static void setPrimitive(Field field, Object of, Object value, Class<?> caller) throws IllegalAccessException {
        if (!field.getType().isPrimitive()) {
            throw notAllKnown(new IllegalArgumentException());
        }
        set(field, of, value, caller);
    }

    static void setBoolean(Field field, Object of, boolean value, Class<?> caller) throws IllegalAccessException {
        setPrimitive(field, of, value, caller);
    }

    static void setInt(Field field, Object of, int value, Class<?> caller) throws IllegalAccessException {
        setPrimitive(field, of, value, caller);
    }

    static void setLong(Field field, Object of, long value, Class<?> caller) throws IllegalAccessException {
        setPrimitive(field, of, value, caller);
    }

    static void setDouble(Field field, Object of, double value, Class<?> caller) throws IllegalAccessException {
        setPrimitive(field, of, value, caller);
    }

    // Methods and constructors.

    static Method[] getDeclaredMethods(Class<?> of) {
        Method[] methods = methodsOf(of);
        Method[] copies = new Method[methods.length];
        for (int i = 0; i < copies.length; i++) {
            copies[i] = copy(methods[i]);
        }
        return copies;
    }

    static Method getDeclaredMethod(Class<?> of, String name, Class<?>[] parameters) throws NoSuchMethodException {
        return found(own(of, name, parameters, false), of, name, parameters);
    }

    /** A public method of a class or of one above it. */
    static Method getMethod(Class<?> of, String name, Class<?>[] parameters) throws NoSuchMethodException {
        return found(publicMethod(of, name, parameters), of, name, parameters);
    }

    private static Method found(Method method, Class<?> of, String name, Class<?>[] parameters) throws NoSuchMethodException {
        if (name == null) {
            throw new NullPointerException();
        }
        if (method == null) {
            throw new NoSuchMethodException(shown(of, name, parameters));
        }
        return copy(method);
    }

    private static String shown(Class<?> of, String name, Class<?>[] parameters) {
        StringBuilder shown = new StringBuilder(of.getName()).append('.').append(name).append('(');
        for (int i = 0; parameters != null && i < parameters.length; i++) {
            shown.append(i == 0 ? "" : ",").append(parameters[i] == null ? null : parameters[i].getName());
        }
        return shown.append(')').toString();
    }

    /** Of several, which differ in what they give, the one that gives the most special. */
    private static Method own(Class<?> of, String name, Class<?>[] parameters, boolean isPublic) {
        Method found = null;
        for (Method method : methodsOf(of)) {
            if (method.getName().equals(name) && same(method.getSharedParameterTypes(), parameters)
                && (!isPublic || Modifier.isPublic(method.getModifiers()))
                && (found == null || found.getReturnType() != method.getReturnType()
                    && found.getReturnType().isAssignableFrom(method.getReturnType()))) {
                found = method;
            }
        }
        return found;
    }

    private static Method publicMethod(Class<?> of, String name, Class<?>[] parameters) {
        Method found = own(of, name, parameters, true);
        if (found != null) {
            return found;
        }
        Class<?> above = of.getSuperclass();
        found = above == null ? null : publicMethod(above, name, parameters);
        for (Class<?> each : of.getInterfaces()) {
            Method other = publicMethod(each, name, parameters);
            // Static methods of interfaces are not inherited, and a class comes before an interface.
            if (found == null && other != null && !Modifier.isStatic(other.getModifiers())) {
                found = other;
            }
        }
        return found;
    }

    static Method[] getMethods(Class<?> of) {
        ArrayList<Method> found = new ArrayList<>();
        for (Class<?> at = of; at != null; at = at.getSuperclass()) {
            addMethods(at, at == of, found);
        }
        for (Class<?> at = of; at != null; at = at.getSuperclass()) {
            addInterfaces(at, found);
        }
        return found.toArray(new Method[0]);
    }

    private static void addInterfaces(Class<?> of, ArrayList<Method> found) {
        for (Class<?> each : of.getInterfaces()) {
            addMethods(each, false, found);
            addInterfaces(each, found);
        }
    }

    private static void addMethods(Class<?> of, boolean isItself, ArrayList<Method> found) {
        for (Method method : methodsOf(of)) {
            boolean known = of.isInterface() && !isItself && Modifier.isStatic(method.getModifiers());
            for (Method other : found) {
                known |= other.getName().equals(method.getName()) && other.getReturnType() == method.getReturnType()
                    && same(other.getSharedParameterTypes(), method.getSharedParameterTypes());
            }
            if (!known && Modifier.isPublic(method.getModifiers())) {
                found.add(copy(method));
            }
        }
    }

    private static boolean same(Class<?>[] a, Class<?>[] b) {
        if (b == null || a.length != b.length) {
            return b == null && a.length == 0;
        }
        for (int i = 0; i < a.length; i++) {
            if (a[i] != b[i]) {
                return false;
            }
        }
        return true;
    }

    static Constructor<?>[] getDeclaredConstructors(Class<?> of) {
        return constructors(of, false);
    }

    static Constructor<?>[] getConstructors(Class<?> of) {
        return constructors(of, true);
    }

    private static Constructor<?>[] constructors(Class<?> of, boolean isPublic) {
        ArrayList<Constructor<?>> found = new ArrayList<>();
        for (Constructor<?> each : constructorsOf(of)) {
            if (!isPublic || Modifier.isPublic(each.getModifiers())) {
                found.add(copy(each));
            }
        }
        return found.toArray(new Constructor<?>[0]);
    }

    static Constructor<?> getDeclaredConstructor(Class<?> of, Class<?>[] parameters) throws NoSuchMethodException {
        return constructor(of, parameters, false);
    }

    static Constructor<?> getConstructor(Class<?> of, Class<?>[] parameters) throws NoSuchMethodException {
        return constructor(of, parameters, true);
    }

    private static Constructor<?> constructor(Class<?> of, Class<?>[] parameters, boolean isPublic)
            throws NoSuchMethodException {
        for (Constructor<?> each : constructorsOf(of)) {
            if (same(each.getSharedParameterTypes(), parameters) && (!isPublic || Modifier.isPublic(each.getModifiers()))) {
                return copy(each);
            }
        }
        throw new NoSuchMethodException(shown(of, "<init>", parameters));
    }

    static Object invoke(Method method, Object on, Object[] arguments, Class<?> caller)
            throws IllegalAccessException, InvocationTargetException {
        Class<?> declaring = method.getDeclaringClass();
        int modifiers = method.getModifiers();
        checkAccess(method, caller, declaring, modifiers, on);
        if (!Modifier.isStatic(modifiers)) {
            if (on == null) {
                throw notAllKnown(new NullPointerException());
            }
            if (!declaring.isInstance(on)) {
                throw new IllegalArgumentException("object is not an instance of declaring class");
            }
        }
        Object[] given = fitting(method.getSharedParameterTypes(), arguments);
        ready(slotOf(method));
        try {
            return call(slotOf(method), on, given);
        } catch (Throwable thrown) {
            throw new InvocationTargetException(thrown);
        }
    }

    static Object newInstance(Constructor<?> constructor, Object[] arguments, Class<?> caller)
            throws InstantiationException, IllegalAccessException, InvocationTargetException {
        Class<?> declaring = constructor.getDeclaringClass();
        checkAccess(constructor, caller, declaring, constructor.getModifiers(), null);
        if (declaring.isEnum()) {
            throw new IllegalArgumentException("Cannot reflectively create enum objects");
        }
        Object[] given = fitting(constructor.getSharedParameterTypes(), arguments);
        if (Modifier.isAbstract(declaring.getModifiers())) {
            throw new InstantiationException();
        }
        ready(slotOf(constructor));
        try {
            return call(slotOf(constructor), null, given);
        } catch (Throwable thrown) {
            throw new InvocationTargetException(thrown);
        }
    }

    static Object newInstance(Class<?> of, Class<?> caller) throws InstantiationException, IllegalAccessException {
        for (Constructor<?> each : constructorsOf(of)) {
            if (each.getSharedParameterTypes().length == 0 && !Modifier.isAbstract(of.getModifiers())) {
                try {
                    return newInstance(each, null, caller);
                } catch (InvocationTargetException thrown) {
                    Members.<RuntimeException>raise(thrown.getCause());
                }
            }
        }
        throw new InstantiationException(of.getName());
    }

    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void raise(Throwable thrown) throws T {
        throw (T) thrown;
    }

    // Arguments.

    private static final Object MISMATCH = new Object();

    private static Object[] fitting(Class<?>[] types, Object[] values) {
        int count = values == null ? 0 : values.length;
        if (count != types.length) {
            throw notAllKnown(new IllegalArgumentException());
        }
        Object[] fitting = new Object[count];
        for (int i = 0; i < count; i++) {
            fitting[i] = fitting(types[i], values[i]);
            if (fitting[i] == MISMATCH) {
                throw new IllegalArgumentException("argument type mismatch");
            }
        }
        return fitting;
    }

    /** A value as one of a type: numbers are made wider, in boxes. */
    private static Object fitting(Class<?> type, Object value) {
        if (!type.isPrimitive()) {
            return value == null || type.isInstance(value) ? value : MISMATCH;
        }
        if (type == boolean.class) {
            return value instanceof Boolean ? value : MISMATCH;
        }
        if (value instanceof Character) {
            return type == char.class ? value : wider(type, 3, (Character) value);
        }
        if (value instanceof Byte) {
            return type == byte.class ? value : type == short.class ? (Object) ((Byte) value).shortValue()
                : wider(type, 2, (Byte) value);
        }
        if (value instanceof Short) {
            return type == short.class ? value : wider(type, 3, (Short) value);
        }
        if (value instanceof Integer) {
            return type == int.class ? value : wider(type, 4, (Integer) value);
        }
        if (value instanceof Long) {
            long number = (Long) value;
            return type == long.class ? value : type == float.class ? (Object) (float) number
                : type == double.class ? (Object) (double) number : MISMATCH;
        }
        if (value instanceof Float) {
            return type == float.class ? value : type == double.class ? (Object) ((Float) value).doubleValue() : MISMATCH;
        }
        return value instanceof Double && type == double.class ? value : MISMATCH;
    }

    private static Object wider(Class<?> type, int from, int number) {
        if (type == int.class && from < 4) {
            return number;
        }
        return type == long.class ? (Object) (long) number : type == float.class ? (Object) (float) number
            : type == double.class ? (Object) (double) number : MISMATCH;
    }

    // Access.

    static void setAccessible(AccessibleObject member, boolean flag) {
        if (flag) {
            Class<?> of = member instanceof Field ? ((Field) member).getDeclaringClass()
                : ((Executable) member).getDeclaringClass();
            int modifiers = member instanceof Field ? ((Field) member).getModifiers() : ((Executable) member).getModifiers();
            boolean isOpen = Modifier.isPublic(of.getModifiers()) && Modifier.isPublic(modifiers);
            if (!isOpen && isOfLibrary(of.getName()) && !of.getName().startsWith("sun.misc.")) {
                throw notAllKnown(new InaccessibleObjectException());
            }
        }
        member.override = flag;
    }

    private static <T extends Throwable> T notAllKnown(T thrown) {
        thrown.isNotAllKnown();
        return thrown;
    }

    private static void checkAccess(AccessibleObject member, Class<?> caller, Class<?> of, int modifiers, Object on)
            throws IllegalAccessException {
        boolean isPublic = Modifier.isPublic(accessFlags(of));
        if (member.override || isPublic && Modifier.isPublic(modifiers)) {
            return;
        }
        if (caller == null) {
            unknownCaller();
        }
        if (caller == of) {
            return;
        }
        boolean isNear = caller.getPackageName().equals(of.getPackageName());
        boolean sees = Modifier.isPublic(modifiers)
            || (Modifier.isPrivate(modifiers) ? outermost(caller) == outermost(of)
                : isNear || Modifier.isProtected(modifiers) && of.isAssignableFrom(caller) && caller.isInstance(on));
        if (!isPublic && !isNear || !sees) {
            throw new IllegalAccessException(caller + " cannot access a member of " + of + " with modifiers \""
                + Modifier.toString(modifiers) + "\"");
        }
    }

    private static Class<?> outermost(Class<?> of) {
        Class<?> at = of;
        while (at.getEnclosingClass() != null) {
            at = at.getEnclosingClass();
        }
        return at;
    }

    // Annotations.

    static Annotation[] getAnnotations(Class<?> of) {
        ArrayList<Annotation> found = new ArrayList<>();
        for (Class<?> at = of; at != null; at = at.getSuperclass()) {
            for (Annotation each : annotationsOf(at)) {
                if (at == of || isInherited(each.annotationType()) && find(found, each.annotationType()) == null) {
                    found.add(each);
                }
            }
        }
        return found.toArray(new Annotation[0]);
    }

    private static Annotation find(ArrayList<Annotation> all, Class<?> type) {
        for (Annotation each : all) {
            if (each.annotationType() == type) {
                return each;
            }
        }
        return null;
    }

    private static boolean isInherited(Class<?> type) {
        return find(annotationsOf(type), Inherited.class) != null;
    }

    private static Annotation find(Annotation[] all, Class<?> type) {
        if (type == null) {
            throw new NullPointerException();
        }
        for (Annotation each : all) {
            if (each.annotationType() == type) {
                return each;
            }
        }
        return null;
    }

    static Annotation getDeclaredAnnotation(Class<?> of, Class<?> type) {
        return find(annotationsOf(of), type);
    }

    static Annotation[] getDeclaredAnnotations(Class<?> of) {
        return annotationsOf(of).clone();
    }

    static Annotation getAnnotation(Class<?> of, Class<?> type) {
        Annotation found = find(annotationsOf(of), type);
        for (Class<?> at = of; found == null && at.getSuperclass() != null && isInherited(type);) {
            at = at.getSuperclass();
            found = find(annotationsOf(at), type);
        }
        return found;
    }

    static boolean isAnnotationPresent(Class<?> of, Class<?> type) {
        return getAnnotation(of, type) != null;
    }

    private static int slot(AccessibleObject member) {
        return member instanceof Field ? slotOf((Field) member)
            : member instanceof Method ? slotOf((Method) member) : slotOf((Constructor<?>) member);
    }

    static Annotation getAnnotation(AccessibleObject member, Class<?> type) {
        return find(annotationsOf(slot(member)), type);
    }

    static boolean isAnnotationPresent(AccessibleObject member, Class<?> type) {
        return getAnnotation(member, type) != null;
    }

    static Annotation[] getAnnotations(AccessibleObject member) {
        return annotationsOf(slot(member)).clone();
    }

    // Classes by their names.

    static Class<?> forName(String name) throws ClassNotFoundException {
        return find(name, true);
    }

    static Class<?> forName(String name, boolean initialised, ClassLoader loader) throws ClassNotFoundException {
        if (loader == null && !isOfLibrary(name)) {
            throw new ClassNotFoundException(name);
        }
        return find(name, initialised);
    }

    static Class<?> loadClass(ClassLoader loader, String name) throws ClassNotFoundException {
        if (name.startsWith("[")) {
            throw new ClassNotFoundException(name);
        }
        return find(name, false);
    }

    private static Class<?> find(String name, boolean initialised) throws ClassNotFoundException {
        if (name == null) {
            throw new NullPointerException();
        }
        int at = indexOf(name, names());
        Class<?> found = null;
        if (at >= 0) {
            found = named(at, initialised);
        } else {
            at = indexOf(name, allNames());
            if (at >= 0) {
                found = namedOfAll(at, initialised);
            } else if (isOfLibrary(name) || name.startsWith("[")) {
                unknownName();
            }
        }
        if (found == null) {
            throw new ClassNotFoundException(name);
        }
        return found;
    }

    private static int indexOf(String name, String[] names) {
        int from = 0;
        int to = names.length;
        while (from < to) {
            int at = (from + to) >>> 1;
            int order = names[at].compareTo(name);
            if (order == 0) {
                return at;
            }
            if (order < 0) {
                from = at + 1;
            } else {
                to = at;
            }
        }
        return -1;
    }

    private static boolean isOfLibrary(String name) {
        return name.startsWith("java.") || name.startsWith("javax.") || name.startsWith("jdk.") || name.startsWith("sun.")
            || name.startsWith("com.sun.") || name.startsWith("org.w3c.") || name.startsWith("org.xml.")
            || name.startsWith("org.ietf.") || name.startsWith("org.jcp.") || name.startsWith("netscape.");
    }

    // Proxies.

    static Object newProxy(ClassLoader loader, Class<?>[] interfaces, InvocationHandler handler) {
        if (handler == null) {
            throw new NullPointerException();
        }
        for (Class<?> each : interfaces) {
            if (!each.isInterface()) {
                throw new IllegalArgumentException(each.getName() + " is not an interface");
            }
            if (loader == null && !isOfLibrary(each.getName())) {
                throw notAllKnown(new IllegalArgumentException());
            }
        }
        Proxy made = proxy(interfaces);
        made.h = handler;
        return made;
    }

    static InvocationHandler handlerOf(Object proxy) {
        if (!(proxy instanceof Proxy)) {
            throw new IllegalArgumentException("not a proxy instance");
        }
        return ((Proxy) proxy).h;
    }

    static boolean isProxyClass(Class<?> of) {
        return of.getSuperclass() == Proxy.class;
    }

    /** What a method of a proxy does. */
    static Object proxied(Proxy proxy, Method method, Object[] arguments) throws Throwable {
        try {
            return proxy.h.invoke(proxy, method, arguments);
        } catch (RuntimeException | Error thrown) {
            throw thrown;
        } catch (Throwable thrown) {
            for (Class<?> each : method.getSharedExceptionTypes()) {
                if (each.isInstance(thrown)) {
                    throw thrown;
                }
            }
            throw new UndeclaredThrowableException(thrown);
        }
    }

    // What programs do with addresses.

    /** Where {@code sun.misc.Unsafe} finds a field: the number of its word times the size of what it holds. */
    static long offset(Field field) {
        Class<?> of = field.getDeclaringClass();
        if (Modifier.isStatic(field.getModifiers())) {
            throw new IllegalArgumentException();
        }
        if (of.isHidden() || of.isRecord()) {
            throw new UnsupportedOperationException("can't get field offset on a "
                + (of.isHidden() ? "hidden" : "record") + " class: " + field.getName());
        }
        return (long) size(descriptorOf(field).charAt(0)) * wordOf(slotOf(field));
    }

    private static int size(char type) {
        switch (type) {
            case 'Z': case 'B': return 1;
            case 'C': case 'S': return 2;
            case 'J': case 'D': return 8;
            default: return 4;
        }
    }

    static int indexScale(Class<?> of) {
        if (!of.isArray()) {
            throw new IllegalArgumentException();
        }
        String name = of.getName();
        return size(name.charAt(1));
    }

    /**
     * The word of the field that an updater is for: of ints, longs, or references to {@code values}. What is wrong is said in the order
     * in which the JDK's constructors look.
     */
    static int updated(char type, Class<?> of, Class<?> values, String name, Class<?> caller) {
        Field field;
        String found;
        try {
            field = of.getDeclaredField(name);
            found = descriptorOf(field);
            if (!hasAccess(of, field.getModifiers(), caller)) {
                throw new IllegalAccessException();
            }
        } catch (Exception wrong) {
            throw new RuntimeException(wrong);
        }
        if (type == 'L' && (values == null || !found.equals(descriptor(values)))) {
            throw new ClassCastException();
        }
        if (type == 'L' ? values.isPrimitive() : found.charAt(0) != type) {
            throw new IllegalArgumentException(
                "Must be " + (type == 'L' ? "reference" : type == 'I' ? "integer" : "long") + " type");
        }
        if (!Modifier.isVolatile(field.getModifiers())) {
            throw new IllegalArgumentException("Must be volatile type");
        }
        if (Modifier.isStatic(field.getModifiers())) {
            throw new IllegalArgumentException();
        }
        return wordOf(slotOf(field));
    }

    /** The class of which the objects of an updater have to be: a protected field of another package is the caller's in its own instances only. */
    static Class<?> updatedThrough(Class<?> of, String name, Class<?> caller) throws NoSuchFieldException {
        return Modifier.isProtected(of.getDeclaredField(name).getModifiers())
            && of.isAssignableFrom(caller) && !of.getPackageName().equals(caller.getPackageName()) ? caller : of;
    }

    private static String descriptor(Class<?> of) {
        String name = of.getName();
        if (of.isPrimitive()) {
            return name.equals("boolean") ? "Z" : name.equals("long") ? "J" : name.substring(0, 1).toUpperCase();
        }
        return (of.isArray() ? name : "L" + name + ";").replace('.', '/');
    }

    /** Whether the code of a class may use a member of another one. */
    private static boolean hasAccess(Class<?> of, int modifiers, Class<?> caller) {
        if (Modifier.isPrivate(modifiers)) {
            return outermost(of) == outermost(caller);
        }
        return Modifier.isPublic(modifiers) || of.getPackageName().equals(caller.getPackageName())
            || Modifier.isProtected(modifiers) && of.isAssignableFrom(caller);
    }

    static Object noUnsafe() {
        throw new SecurityException("Unsafe");
    }
}
