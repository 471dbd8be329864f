package java.lang.reflect;

/** Fields and methods of classes, as {@code Class} gives them: found by name in tables of what the class files say. */
final class Members {
    private Members() {}

    /** Of each field of a class its modifiers, the number of its word, its descriptor and its name, with spaces between. */
    static native String[] fieldsOf(Class<?> of);

    /** Of each method of a class its modifiers, its name and the names of the classes of its parameters, with spaces between. */
    static native String[] methodsOf(Class<?> of);

    /** What {@code Field.get} gives is not known, but for the instance of {@code sun.misc.Unsafe}. */
    static native Object valueOfField();

    static native Object theUnsafe();

    /** The word of a field, and its descriptor: {@code Field} keeps them to itself. */
    static native int slotOf(Field field);

    static native String descriptorOf(Field field);

    static Field[] getDeclaredFields(Class<?> of) {
        String[] said = fieldsOf(of);
        Field[] fields = new Field[said.length];
        for (int i = 0; i < fields.length; i++) {
            fields[i] = field(of, said[i]);
        }
        return fields;
    }

    static Field getDeclaredField(Class<?> of, String name) throws NoSuchFieldException {
        if (name == null) {
            throw new NullPointerException();
        }
        String end = " " + name;
        for (String said : fieldsOf(of)) {
            if (said.endsWith(end)) {
                return field(of, said);
            }
        }
        throw new NoSuchFieldException(name);
    }

    private static Field field(Class<?> of, String said) {
        int slot = said.indexOf(' ') + 1;
        int desc = said.indexOf(' ', slot) + 1;
        int name = said.indexOf(' ', desc) + 1;
        int modifiers = Integer.parseInt(said.substring(0, slot - 1));
        String type = said.substring(desc, name - 1);
        return new Field(of, said.substring(name), null, modifiers, false,
            Integer.parseInt(said.substring(slot, desc - 1)), type, null);
    }

    /** A public method of a class or of one above it. */
    static Method getMethod(Class<?> of, String name, Class<?>[] parameters) throws NoSuchMethodException {
        if (name == null) {
            throw new NullPointerException();
        }
        StringBuilder wanted = new StringBuilder().append(' ').append(name);
        if (parameters != null) {
            for (Class<?> parameter : parameters) {
                wanted.append(' ').append(parameter == null ? null : parameter.getName());
            }
        }
        Method found = publicMethod(of, name, parameters, wanted.toString());
        if (found == null) {
            throw new NoSuchMethodException(shown(of, name, parameters));
        }
        return found;
    }

    private static String shown(Class<?> of, String name, Class<?>[] parameters) {
        StringBuilder shown = new StringBuilder(of.getName()).append('.').append(name).append('(');
        for (int i = 0; parameters != null && i < parameters.length; i++) {
            shown.append(i == 0 ? "" : ",").append(parameters[i] == null ? null : parameters[i].getName());
        }
        return shown.append(')').toString();
    }

    private static Method publicMethod(Class<?> of, String name, Class<?>[] parameters, String wanted) {
        for (String said : methodsOf(of)) {
            int space = said.indexOf(' ');
            if (said.length() - space == wanted.length() && said.endsWith(wanted)) {
                int modifiers = Integer.parseInt(said.substring(0, space));
                if (Modifier.isPublic(modifiers)) {
                    return declared(of, name, parameters, modifiers);
                }
            }
        }
        Class<?> above = of.getSuperclass();
        Method found = above == null ? null : publicMethod(above, name, parameters, wanted);
        for (Class<?> each : of.getInterfaces()) {
            Method other = publicMethod(each, name, parameters, wanted);
            // Static methods of interfaces are not inherited, and a class comes before an interface.
            if (found == null && other != null && !Modifier.isStatic(other.getModifiers())) {
                found = other;
            }
        }
        return found;
    }

    /** Of the library's own methods nothing more is told, but that {@code sun.misc.Unsafe} has some is often asked. */
    private static Method declared(Class<?> of, String name, Class<?>[] parameters, int modifiers) {
        Class<?>[] types = parameters == null ? new Class<?>[0] : parameters.clone();
        if (of.getName().equals("sun.misc.Unsafe")) {
            return new Method(of, name, types, null, null, modifiers, 0, null, null, null, null);
        }
        for (Method method : of.getDeclaredMethods()) {
            if (method.getName().equals(name) && same(method.getParameterTypes(), types)) {
                return method;
            }
        }
        throw new AssertionError();
    }

    private static boolean same(Class<?>[] a, Class<?>[] b) {
        if (a.length != b.length) {
            return false;
        }
        for (int i = 0; i < a.length; i++) {
            if (a[i] != b[i]) {
                return false;
            }
        }
        return true;
    }

    static Object get(Field field, Object of) {
        boolean isUnsafe = field.getName().equals("theUnsafe")
            && field.getDeclaringClass().getName().equals("sun.misc.Unsafe");
        return isUnsafe ? theUnsafe() : valueOfField();
    }

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
        return (long) size(descriptorOf(field).charAt(0)) * slotOf(field);
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
        return slotOf(field);
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
            return outermost(of).equals(outermost(caller));
        }
        return Modifier.isPublic(modifiers) || of.getPackageName().equals(caller.getPackageName())
            || Modifier.isProtected(modifiers) && of.isAssignableFrom(caller);
    }

    private static String outermost(Class<?> of) {
        String name = of.getName();
        int end = name.indexOf('$');
        return end < 0 ? name : name.substring(0, end);
    }

    static Object noUnsafe() {
        throw new SecurityException("Unsafe");
    }
}
