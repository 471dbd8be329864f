package commute.rt;

/** What {@code java.lang.Class} makes of what a class says of itself. */
final class Classes {
    private Classes() {}

    static boolean isAssignableFrom(Class<?> to, Class<?> from) {
        if (from == null) {
            throw new NullPointerException();
        }
        if (to == from) {
            return true;
        }
        if (to.isPrimitive() || from.isPrimitive()) {
            return false;
        }
        if (to.isArray()) {
            return from.isArray() && isAssignableFrom(to.getComponentType(), from.getComponentType());
        }
        // An array extends the class of all objects and implements two interfaces, which its class says too.
        return to == Object.class || isAbove(to, from);
    }

    private static boolean isAbove(Class<?> to, Class<?> from) {
        for (Class<?> at = from; at != null; at = at.getSuperclass()) {
            if (at == to) {
                return true;
            }
            for (Class<?> above : at.getInterfaces()) {
                if (isAbove(to, above)) {
                    return true;
                }
            }
        }
        return false;
    }

    static String toString(Class<?> of) {
        String kind = of.isInterface() ? "interface " : of.isPrimitive() ? "" : "class ";
        return kind + of.getName();
    }

    /** For the trees of hash maps: the class, if it implements {@code Comparable} of itself. */
    static Class<?> comparableClassFor(Object object) {
        if (!(object instanceof Comparable)) {
            return null;
        }
        Class<?> of = object.getClass();
        return of == String.class || comparesItself(of) ? of : null;
    }

    private static native boolean comparesItself(Class<?> of);

    static Class<?> asSubclass(Class<?> of, Class<?> above) {
        if (isAssignableFrom(above, of)) {
            return of;
        }
        throw new ClassCastException(toString(of));
    }
}
