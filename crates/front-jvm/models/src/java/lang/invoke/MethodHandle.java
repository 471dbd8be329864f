package java.lang.invoke;

import java.lang.constant.Constable;
import java.lang.constant.MethodHandleDesc;
import java.lang.reflect.Array;
import java.util.List;
import java.util.Optional;

/**
 * A handle is a type and what a call does. Values of primitive types are in boxes: what is given to {@link #call} has the types of the
 * parameters, and so has its result. A call in the program gives its arguments, in an array, and its own type.
 */
public abstract class MethodHandle implements Constable {
    private final MethodType type;

    MethodHandle(MethodType type) {
        this.type = type;
    }

    abstract Object call(Object[] arguments) throws Throwable;

    public MethodType type() {
        return type;
    }

    // Calls in the program come to the two that follow these.
    public final native Object invokeExact(Object... args) throws Throwable;

    public final native Object invoke(Object... args) throws Throwable;

    static Object exact(MethodHandle handle, MethodType site, Object[] arguments) throws Throwable {
        if (!handle.type.same(site)) {
            throw new WrongMethodTypeException(mismatch(handle.type, site));
        }
        return handle.call(arguments);
    }

    static Object general(MethodHandle handle, MethodType site, Object[] arguments) throws Throwable {
        return handle.asType(site).call(arguments);
    }

    private static String mismatch(MethodType handle, MethodType site) {
        return (isNamed() ? "handle's method type " : "expected ") + handle + " but found " + site;
    }

    /** Whether the message says what is expected, as newer versions do. */
    private static native boolean isNamed();

    public Object invokeWithArguments(Object... arguments) throws Throwable {
        Object[] given = arguments == null ? new Object[0] : arguments.clone();
        return asType(MethodType.genericMethodType(given.length)).call(given);
    }

    public Object invokeWithArguments(List<?> arguments) throws Throwable {
        return invokeWithArguments(arguments.toArray());
    }

    public MethodHandle asType(MethodType newType) {
        if (type.same(newType)) {
            return this;
        }
        if (!Conversions.canConvert(type, newType)) {
            throw new WrongMethodTypeException("cannot convert " + this + " to " + newType);
        }
        MethodHandle target = this;
        return new Handles.Made(newType, values -> {
            Object[] given = new Object[values.length];
            for (int i = 0; i < given.length; i++) {
                given[i] = Conversions.convert(values[i], newType.parameterType(i), target.type.parameterType(i));
            }
            return Conversions.convert(target.call(given), target.type.returnType(), newType.returnType());
        });
    }

    public MethodHandle asSpreader(Class<?> arrayType, int arrayLength) {
        return asSpreader(type.parameterCount() - arrayLength, arrayType, arrayLength);
    }

    public MethodHandle asSpreader(int pos, Class<?> arrayType, int arrayLength) {
        Class<?> element = elementOf(arrayType, arrayLength);
        int count = type.parameterCount();
        if (arrayLength > count) {
            throw new IllegalArgumentException("bad spread array length");
        }
        if (pos < 0 || pos + arrayLength > count) {
            throw new IllegalArgumentException("bad spread position");
        }
        MethodType each = type;
        for (int i = pos; i < pos + arrayLength; i++) {
            each = each.changeParameterType(i, element);
        }
        MethodHandle target = asType(each);
        MethodType made = each.dropParameterTypes(pos, pos + arrayLength).insertParameterTypes(pos, arrayType);
        return new Handles.Made(made, values -> {
            Object array = values[pos];
            if (array == null && arrayLength > 0) {
                throw new NullPointerException("null array reference");
            }
            if (array != null && Elements.length(array) != arrayLength) {
                throw new IllegalArgumentException("array is not of length " + arrayLength);
            }
            Object[] given = Handles.replaced(values, pos, 1, new Object[arrayLength]);
            for (int i = 0; i < arrayLength; i++) {
                given[pos + i] = Elements.get(array, i);
            }
            return target.call(given);
        });
    }

    private static Class<?> elementOf(Class<?> arrayType, int length) {
        if (!arrayType.isArray()) {
            throw new IllegalArgumentException("not an array type: " + arrayType);
        }
        Class<?> element = arrayType.getComponentType();
        if (length < 0 || length > 255) {
            throw new IllegalArgumentException("array length is not legal: " + length);
        }
        if (length > 127 && (element == long.class || element == double.class)) {
            throw new IllegalArgumentException("array length is not legal for long[] or double[]: " + length);
        }
        return element;
    }

    private void checkCollected(int pos, Class<?> arrayType) {
        if (pos < 0 || pos >= type.parameterCount()) {
            throw new IllegalArgumentException("bad collect position");
        }
        if (!type.parameterType(pos).isAssignableFrom(arrayType)) {
            throw new IllegalArgumentException("array type not assignable to argument: " + this + ", " + arrayType);
        }
    }

    public MethodHandle asCollector(Class<?> arrayType, int arrayLength) {
        return asCollector(type.parameterCount() - 1, arrayType, arrayLength);
    }

    public MethodHandle asCollector(int pos, Class<?> arrayType, int arrayLength) {
        Class<?> element = elementOf(arrayType, arrayLength);
        checkCollected(pos, arrayType);
        Class<?>[] elements = new Class<?>[arrayLength];
        java.util.Arrays.fill(elements, element);
        MethodType made = type.dropParameterTypes(pos, pos + 1).insertParameterTypes(pos, elements);
        return new Handles.Made(made, values -> {
            Object array = Array.newInstance(element, arrayLength);
            for (int i = 0; i < arrayLength; i++) {
                Elements.set(array, i, values[pos + i]);
            }
            return call(Handles.replaced(values, pos, arrayLength, array));
        });
    }

    public MethodHandle withVarargs(boolean makeVarargs) {
        return makeVarargs == isVarargsCollector() ? this
            : makeVarargs ? asVarargsCollector(type.lastParameterType()) : asFixedArity();
    }

    public MethodHandle asVarargsCollector(Class<?> arrayType) {
        elementOf(arrayType, 0);
        int last = type.parameterCount() - 1;
        checkCollected(last, arrayType);
        if (isVarargsCollector() && type.parameterType(last) == arrayType) {
            return this;
        }
        MethodHandle fixed = asType(type.changeParameterType(last, arrayType)).asFixedArity();
        return new Handles.Collecting(fixed, arrayType);
    }

    public boolean isVarargsCollector() {
        return false;
    }

    public MethodHandle asFixedArity() {
        return this;
    }

    public MethodHandle bindTo(Object x) {
        if (type.parameterCount() == 0 || type.parameterType(0).isPrimitive()) {
            throw new IllegalArgumentException("no leading reference parameter");
        }
        return Handles.insertArguments(this, 0, new Object[] {x});
    }

    /** Refused. */
    @Override
    public native Optional<MethodHandleDesc> describeConstable();

    @Override
    public String toString() {
        return "MethodHandle" + type;
    }
}
