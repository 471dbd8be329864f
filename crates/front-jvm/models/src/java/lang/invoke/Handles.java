package java.lang.invoke;

import java.lang.reflect.Array;
import java.util.List;

/** What {@link MethodHandles} makes of handles. */
final class Handles {
    private Handles() {}

    interface Body {
        Object call(Object[] arguments) throws Throwable;
    }

    static final class Made extends MethodHandle {
        private final Body body;

        Made(MethodType type, Body body) {
            super(type);
            this.body = body;
        }

        @Override
        Object call(Object[] arguments) throws Throwable {
            return body.call(arguments);
        }
    }

    /** One that collects its last arguments in an array. */
    static final class Collecting extends MethodHandle {
        private final MethodHandle fixed;
        private final Class<?> array;

        Collecting(MethodHandle fixed, Class<?> array) {
            super(fixed.type());
            this.fixed = fixed;
            this.array = array;
        }

        @Override
        Object call(Object[] arguments) throws Throwable {
            return fixed.call(arguments);
        }

        @Override
        public boolean isVarargsCollector() {
            return true;
        }

        @Override
        public MethodHandle asFixedArity() {
            return fixed;
        }

        @Override
        public MethodHandle asType(MethodType newType) {
            if (type().same(newType)) {
                return this;
            }
            int last = type().parameterCount() - 1;
            int count = newType.parameterCount();
            if (count == last + 1 && type().parameterType(last).isAssignableFrom(newType.parameterType(last))) {
                return fixed.asType(newType);
            }
            MethodHandle collector;
            try {
                collector = fixed.asCollector(array, count - last);
            } catch (IllegalArgumentException wrong) {
                throw new WrongMethodTypeException("cannot build collector", wrong);
            }
            return collector.asType(newType);
        }
    }

    /** What makes a record of the values that an object stream has read. */
    static MethodHandle ofRecord(java.io.ObjectStreamClass of) {
        MethodType type = MethodType.methodType(Object.class, byte[].class, Object[].class);
        return new Made(type, arguments -> of.makeRecord((byte[]) arguments[0], (Object[]) arguments[1]));
    }

    static <T extends Throwable> T notAllKnown(T thrown) {
        thrown.isNotAllKnown();
        return thrown;
    }

    private static IllegalArgumentException wrong() {
        return notAllKnown(new IllegalArgumentException());
    }

    /** A copy of values, with others instead of some. */
    static Object[] replaced(Object[] values, int from, int count, Object... others) {
        Object[] all = new Object[values.length - count + others.length];
        System.arraycopy(values, 0, all, 0, from);
        System.arraycopy(others, 0, all, from, others.length);
        System.arraycopy(values, from + count, all, from + others.length, values.length - from - count);
        return all;
    }

    private static Object[] part(Object[] values, int from, int count) {
        Object[] part = new Object[count];
        System.arraycopy(values, from, part, 0, count);
        return part;
    }

    static MethodHandle insertArguments(MethodHandle target, int pos, Object[] values) {
        MethodType type = target.type();
        int more = type.parameterCount() - values.length;
        if (more < 0) {
            throw new IllegalArgumentException("too many values to insert");
        }
        if (pos < 0 || pos > more) {
            throw new IllegalArgumentException("no argument type to append");
        }
        Object[] given = new Object[values.length];
        for (int i = 0; i < given.length; i++) {
            given[i] = Conversions.given(values[i], type.parameterType(pos + i));
        }
        return new Made(type.dropParameterTypes(pos, pos + given.length),
            arguments -> target.call(replaced(arguments, pos, 0, given)));
    }

    static MethodHandle dropArguments(MethodHandle target, int pos, List<Class<?>> types) {
        return dropArguments(target, pos, types.toArray(new Class<?>[0]));
    }

    static MethodHandle dropArguments(MethodHandle target, int pos, Class<?>[] types) {
        if (pos < 0 || pos > target.type().parameterCount()) {
            throw wrong();
        }
        int count = types.length;
        return new Made(target.type().insertParameterTypes(pos, types),
            arguments -> target.call(replaced(arguments, pos, count)));
    }

    private static IllegalArgumentException mismatch(String what, MethodType one, MethodType other) {
        return new IllegalArgumentException(what + ": " + one + ", " + other);
    }

    static MethodHandle filterReturnValue(MethodHandle target, MethodHandle filter) {
        MethodType type = target.type();
        boolean isVoid = type.returnType() == void.class;
        if (isVoid ? filter.type().parameterCount() != 0
                : filter.type().parameterCount() != 1 || filter.type().parameterType(0) != type.returnType()) {
            throw mismatch("target and filter types do not match", type, filter.type());
        }
        return new Made(type.changeReturnType(filter.type().returnType()), arguments -> {
            Object result = target.call(arguments);
            return filter.call(isVoid ? new Object[0] : new Object[] {result});
        });
    }

    static MethodHandle filterArguments(MethodHandle target, int pos, MethodHandle[] given) {
        MethodHandle[] filters = given.clone();
        MethodType type = target.type();
        if (pos < 0 || pos + filters.length > type.parameterCount()) {
            throw wrong();
        }
        for (int i = 0; i < filters.length; i++) {
            if (filters[i] != null) {
                MethodType filter = filters[i].type();
                if (filter.parameterCount() != 1 || filter.returnType() != type.parameterType(pos + i)) {
                    throw mismatch("target and filter types do not match", target.type(), filter);
                }
                type = type.changeParameterType(pos + i, filter.parameterType(0));
            }
        }
        return new Made(type, arguments -> {
            Object[] filtered = arguments.clone();
            for (int i = 0; i < filters.length; i++) {
                if (filters[i] != null) {
                    filtered[pos + i] = filters[i].call(new Object[] {arguments[pos + i]});
                }
            }
            return target.call(filtered);
        });
    }

    static MethodHandle foldArguments(MethodHandle target, MethodHandle combiner) {
        MethodType type = target.type();
        boolean isVoid = combiner.type().returnType() == void.class;
        int first = isVoid ? 0 : 1;
        int count = combiner.type().parameterCount();
        boolean fits = first + count <= type.parameterCount()
            && (isVoid || type.parameterType(0) == combiner.type().returnType());
        for (int i = 0; fits && i < count; i++) {
            fits = type.parameterType(first + i) == combiner.type().parameterType(i);
        }
        if (!fits) {
            throw wrong();
        }
        return new Made(type.dropParameterTypes(0, first), arguments -> {
            Object result = combiner.call(part(arguments, 0, count));
            return target.call(isVoid ? arguments : replaced(arguments, 0, 0, result));
        });
    }

    static MethodHandle guardWithTest(MethodHandle test, MethodHandle target, MethodHandle fallback) {
        MethodType type = target.type();
        if (type != fallback.type()) {
            throw new IllegalArgumentException("target and fallback types must match: " + type + " != " + fallback.type());
        }
        if (test.type().returnType() != boolean.class) {
            throw new IllegalArgumentException("guard type is not a predicate " + test.type());
        }
        int count = test.type().parameterCount();
        boolean fits = count <= type.parameterCount();
        for (int i = 0; fits && i < count; i++) {
            fits = test.type().parameterType(i) == type.parameterType(i);
        }
        if (!fits) {
            throw wrong();
        }
        return new Made(type, arguments ->
            ((Boolean) test.call(part(arguments, 0, count)) ? target : fallback).call(arguments));
    }

    static MethodHandle catchException(MethodHandle target, Class<? extends Throwable> of, MethodHandle handler) {
        MethodType type = target.type();
        int count = handler.type().parameterCount() - 1;
        boolean fits = count >= 0 && count <= type.parameterCount() && Throwable.class.isAssignableFrom(of)
            && handler.type().parameterType(0).isAssignableFrom(of) && handler.type().returnType() == type.returnType();
        for (int i = 0; fits && i < count; i++) {
            fits = handler.type().parameterType(i + 1) == type.parameterType(i);
        }
        if (!fits) {
            throw wrong();
        }
        return new Made(type, arguments -> {
            try {
                return target.call(arguments);
            } catch (Throwable thrown) {
                if (!of.isInstance(thrown)) {
                    throw thrown;
                }
                return handler.call(replaced(part(arguments, 0, count), 0, 0, thrown));
            }
        });
    }

    static MethodHandle throwException(Class<?> result, Class<? extends Throwable> of) {
        if (!Throwable.class.isAssignableFrom(of)) {
            throw new ClassCastException(of.getName());
        }
        return new Made(MethodType.methodType(result, of), arguments -> {
            if (arguments[0] == null) {
                throw notAllKnown(new NullPointerException());
            }
            throw (Throwable) arguments[0];
        });
    }

    static MethodHandle permuteArguments(MethodHandle target, MethodType newType, int[] given) {
        int[] order = given.clone();
        boolean fits = order.length == target.type().parameterCount()
            && newType.returnType() == target.type().returnType();
        for (int i = 0; fits && i < order.length; i++) {
            fits = order[i] >= 0 && order[i] < newType.parameterCount()
                && newType.parameterType(order[i]) == target.type().parameterType(i);
        }
        if (!fits) {
            throw wrong();
        }
        return new Made(newType, arguments -> {
            Object[] permuted = new Object[order.length];
            for (int i = 0; i < permuted.length; i++) {
                permuted[i] = arguments[order[i]];
            }
            return target.call(permuted);
        });
    }

    static MethodHandle constant(Class<?> type, Object value) {
        if (type == void.class) {
            throw new IllegalArgumentException("void type");
        }
        Object given = Conversions.given(value, type);
        return new Made(MethodType.methodType(type), arguments -> given);
    }

    static MethodHandle identity(Class<?> type) {
        return new Made(MethodType.methodType(type, type), arguments -> arguments[0]);
    }

    static MethodHandle zero(Class<?> type) {
        return empty(MethodType.methodType(type));
    }

    static MethodHandle empty(MethodType type) {
        return new Made(type, arguments -> Conversions.zero(type.returnType()));
    }

    static MethodHandle dropReturn(MethodHandle target) {
        MethodType type = target.type();
        return type.returnType() == void.class ? target
            : new Made(type.changeReturnType(void.class), arguments -> {
                target.call(arguments);
                return null;
            });
    }

    static MethodHandle exactInvoker(MethodType type) {
        return new Made(type.insertParameterTypes(0, MethodHandle.class), arguments ->
            MethodHandle.exact(there(arguments[0]), type, replaced(arguments, 0, 1)));
    }

    static MethodHandle invoker(MethodType type) {
        return new Made(type.insertParameterTypes(0, MethodHandle.class), arguments ->
            MethodHandle.general(there(arguments[0]), type, replaced(arguments, 0, 1)));
    }

    private static MethodHandle there(Object handle) {
        if (handle == null) {
            throw notAllKnown(new NullPointerException());
        }
        return (MethodHandle) handle;
    }

    // Arrays.

    private static Class<?> elementOf(Class<?> array) {
        if (!array.isArray()) {
            throw new IllegalArgumentException("not an array: " + array);
        }
        return array.getComponentType();
    }

    static MethodHandle arrayElementGetter(Class<?> array) {
        return new Made(MethodType.methodType(elementOf(array), array, int.class),
            arguments -> Elements.get(arguments[0], (Integer) arguments[1]));
    }

    static MethodHandle arrayElementSetter(Class<?> array) {
        return new Made(MethodType.methodType(void.class, array, int.class, elementOf(array)), arguments -> {
            Elements.set(arguments[0], (Integer) arguments[1], arguments[2]);
            return null;
        });
    }

    static MethodHandle arrayLength(Class<?> array) {
        elementOf(array);
        return new Made(MethodType.methodType(int.class, array), arguments -> Elements.length(arguments[0]));
    }

    static MethodHandle arrayConstructor(Class<?> array) {
        Class<?> element = elementOf(array);
        return new Made(MethodType.methodType(array, int.class),
            arguments -> Array.newInstance(element, (Integer) arguments[0]));
    }
}
