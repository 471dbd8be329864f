package java.lang.invoke;

/** How values become values of other types ({@link MethodHandle#asType}); those of primitive types are in boxes. */
final class Conversions {
    private Conversions() {}

    static Class<?> wrapper(Class<?> type) {
        return !type.isPrimitive() ? type : type == int.class ? Integer.class : type == long.class ? Long.class
            : type == boolean.class ? Boolean.class : type == char.class ? Character.class
            : type == byte.class ? Byte.class : type == short.class ? Short.class
            : type == float.class ? Float.class : type == double.class ? Double.class : Void.class;
    }

    static Class<?> primitive(Class<?> type) {
        return type == Integer.class ? int.class : type == Long.class ? long.class
            : type == Boolean.class ? boolean.class : type == Character.class ? char.class
            : type == Byte.class ? byte.class : type == Short.class ? short.class
            : type == Float.class ? float.class : type == Double.class ? double.class
            : type == Void.class ? void.class : type;
    }

    static String descriptor(Class<?> type) {
        String name = type.getName();
        if (type.isPrimitive()) {
            return type == boolean.class ? "Z" : type == long.class ? "J" : name.substring(0, 1).toUpperCase();
        }
        return (type.isArray() ? name : "L" + name + ";").replace('.', '/');
    }

    /** Whether numbers of a primitive type are numbers of another one. */
    private static boolean widens(Class<?> from, Class<?> to) {
        if (from == to) {
            return true;
        }
        if (from == boolean.class || to == boolean.class || to == char.class || to == byte.class) {
            return false;
        }
        if (to == short.class) {
            return from == byte.class;
        }
        return from == char.class ? true : width(from) < width(to);
    }

    private static int width(Class<?> type) {
        return type == byte.class ? 1 : type == short.class || type == char.class ? 2 : type == int.class ? 3
            : type == long.class ? 4 : type == float.class ? 5 : 6;
    }

    private static boolean canConvert(Class<?> from, Class<?> to) {
        if (from == to || from == Object.class || to == Object.class || from == void.class || to == void.class) {
            return true;
        }
        if (from.isPrimitive()) {
            return to.isPrimitive() ? widens(from, to) : to.isAssignableFrom(wrapper(from));
        }
        if (!to.isPrimitive()) {
            return true;
        }
        Class<?> inside = primitive(from);
        return from.isAssignableFrom(wrapper(to)) || inside != from && inside != void.class && widens(inside, to);
    }

    /** Whether a handle of a type can be made one of another. */
    static boolean canConvert(MethodType from, MethodType to) {
        if (from.parameterCount() != to.parameterCount() || !canConvert(from.returnType(), to.returnType())) {
            return false;
        }
        for (int i = 0; i < from.parameterCount(); i++) {
            if (!canConvert(to.parameterType(i), from.parameterType(i))) {
                return false;
            }
        }
        return true;
    }

    static Object zero(Class<?> type) {
        return type == int.class ? (Object) 0 : type == long.class ? (Object) 0L : type == boolean.class ? (Object) false
            : type == char.class ? (Object) '\0' : type == byte.class ? (Object) (byte) 0
            : type == short.class ? (Object) (short) 0 : type == float.class ? (Object) 0f
            : type == double.class ? (Object) 0d : null;
    }

    /** A value of a type as one of another, of which it is known that it can be tried. */
    static Object convert(Object value, Class<?> from, Class<?> to) {
        if (from == to) {
            return value;
        }
        if (to == void.class) {
            return null;
        }
        if (from == void.class) {
            return zero(to);
        }
        return to.isPrimitive() ? unboxed(value, to) : cast(value, to);
    }

    static Object cast(Object value, Class<?> to) {
        if (value != null && !to.isInstance(value)) {
            throw new ClassCastException("Cannot cast " + value.getClass().getName() + " to " + to.getName());
        }
        return value;
    }

    /** What is in a box, made wider. */
    private static Object unboxed(Object value, Class<?> to) {
        if (value == null) {
            throw Handles.notAllKnown(new NullPointerException());
        }
        Class<?> inside = primitive(value.getClass());
        if (inside == value.getClass()) {
            if (!(value instanceof Number)) {
                throw Handles.notAllKnown(new ClassCastException());
            }
            return cast(value, wrapper(to));
        }
        return widens(inside, to) ? widened(value, to) : cast(value, wrapper(to));
    }

    private static Object widened(Object value, Class<?> to) {
        if (wrapper(to) == value.getClass()) {
            return value;
        }
        if (value instanceof Character) {
            return widened((int) (char) (Character) value, to);
        }
        Number number = (Number) value;
        return to == short.class ? (Object) number.shortValue() : to == int.class ? (Object) number.intValue()
            : to == long.class ? (Object) number.longValue() : to == float.class ? (Object) number.floatValue()
            : (Object) number.doubleValue();
    }

    /** A value that is given for a parameter before any call. */
    static Object given(Object value, Class<?> type) {
        if (!type.isPrimitive()) {
            return cast(value, type);
        }
        if (value == null) {
            throw Handles.notAllKnown(new NullPointerException());
        }
        Class<?> inside = primitive(value.getClass());
        if (inside == value.getClass() || !widens(inside, type)) {
            throw new ClassCastException(wrapper(type) + " is not compatible with " + value.getClass());
        }
        return widened(value, type);
    }
}
