import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.WrongMethodTypeException;
import java.util.Arrays;
import java.util.List;

/** Method handles: their types, what finds them, calls of all kinds, what is made of them, and what is wrong with them. */
public class Handles {
    interface Attempt {
        Object come() throws Throwable;
    }

    /** Says what comes out, or what is thrown; of some exceptions the message depends on the machine. */
    static void show(String what, Attempt attempt) {
        String came;
        try {
            came = String.valueOf(attempt.come());
        } catch (IllegalAccessException | NullPointerException e) {
            came = e.getClass().getName();
        } catch (Throwable e) {
            came = e.toString();
        }
        System.out.println(what + ": " + came);
    }

    interface Getter<T> {
        T get();

        default T twice() {
            get();
            return get();
        }
    }

    static class Base {
        protected String name = "base";
        static long shared = 5;
        final int fixed = 6;

        String hello(String to) {
            return "hello " + to;
        }

        protected String own() {
            return name;
        }

        private int secret(int x) {
            return x + 1;
        }
    }

    static class Derived extends Base implements Getter<String> {
        Derived() {}

        Derived(String name, double... numbers) {
            this.name = name + numbers.length;
        }

        @Override
        String hello(String to) {
            return "hi " + to;
        }

        public String get() {
            return name;
        }

        static MethodHandle ofBase() throws ReflectiveOperationException {
            return MethodHandles.lookup().findSpecial(Base.class, "hello", TEXT_OF_TEXT, Derived.class);
        }
    }

    abstract static class Abstract {
        Abstract() {}
    }

    enum Color { RED, GREEN }

    static final MethodType TEXT_OF_TEXT = MethodType.methodType(String.class, String.class);
    static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    static final MethodHandle ADD = find("add", int.class, int.class, int.class);
    static final MethodHandle SUM = find("sum", int.class, int[].class);
    static final MethodHandle CAT = find("cat", String.class, String.class, Object[].class);
    static final MethodHandle LENGTH = find("length", int.class, String.class);

    static MethodHandle find(String name, Class<?> result, Class<?>... types) {
        try {
            return LOOKUP.findStatic(Handles.class, name, MethodType.methodType(result, types));
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }

    static int length(String text) {
        return text.length();
    }

    static String concat(String one, String other) {
        return one.concat(other);
    }

    static int add(int a, int b) {
        return a + b;
    }

    static double add(long a, double b) {
        return a + b;
    }

    static int sum(int... all) {
        int sum = 0;
        for (int each : all) {
            sum += each;
        }
        return sum;
    }

    static String cat(String first, Object... rest) {
        return first + Arrays.toString(rest);
    }

    static void fail(String why) throws Exception {
        throw new Exception(why);
    }

    static boolean isShort(String text) {
        return text.length() < 3;
    }

    static String twice(String text) {
        return text + text;
    }

    static String said(String text) {
        System.out.println("said " + text);
        return text;
    }

    static String all(boolean z, byte b, char c, short s, int i, long j, float f, double d, Object o) {
        return z + " " + b + " " + c + " " + s + " " + i + " " + j + " " + f + " " + d + " " + o;
    }

    static String recovered(Throwable thrown, String text) {
        return thrown.getMessage() + "/" + text;
    }

    static String risky(String text) throws Exception {
        if (text.isEmpty()) {
            throw new IllegalStateException("empty");
        }
        fail(text);
        return null;
    }

    static void types() {
        MethodType type = MethodType.methodType(int.class, String.class, long[].class, Color.class);
        System.out.println(type + " " + type.toMethodDescriptorString() + " " + type.parameterList());
        System.out.println(type.returnType() + " " + type.parameterCount() + " " + type.lastParameterType());
        System.out.println(type.changeReturnType(void.class) + " " + type.changeParameterType(1, char.class) + " "
            + type.appendParameterTypes(int.class, Integer.class) + " " + type.insertParameterTypes(1, List.of(byte.class)) + " "
            + type.dropParameterTypes(0, 2));
        System.out.println(type.wrap() + " " + type.wrap().unwrap() + " " + type.generic() + " " + type.erase() + " "
            + type.hasPrimitives() + " " + type.hasWrappers() + " " + MethodType.genericMethodType(1, true));
        MethodType same = MethodType.methodType(int.class, new Class<?>[] {String.class, long[].class, Color.class});
        System.out.println((type == same) + " " + type.equals(same.wrap()) + " " + (type.hashCode() == same.hashCode()));
        show("void", () -> MethodType.methodType(int.class, void.class));
        show("null", () -> MethodType.methodType(int.class, (Class<?>) null));
        show("index", () -> type.insertParameterTypes(4, int.class));
        show("drop", () -> type.dropParameterTypes(2, 1));
        show("count", () -> MethodType.genericMethodType(-1));
        show("list", () -> type.parameterList().set(0, null));
    }

    static void found() throws Throwable {
        Base derived = new Derived();
        MethodHandle hello = LOOKUP.findVirtual(Base.class, "hello", TEXT_OF_TEXT);
        System.out.println(hello + " " + (String) hello.invokeExact(derived, "a") + " " + (String) hello.invokeExact(new Base(), "b"));
        System.out.println((String) Derived.ofBase().invokeExact((Derived) derived, "c"));
        MethodHandle secret = LOOKUP.findVirtual(Base.class, "secret", MethodType.methodType(int.class, int.class));
        System.out.println((int) secret.invokeExact(derived, 1) + " " + secret.type());
        MethodHandle get = LOOKUP.findVirtual(Getter.class, "get", MethodType.methodType(Object.class));
        Getter<String> lambda = () -> "lambda";
        System.out.println((Object) get.invokeExact((Getter) derived) + " " + get.invoke(lambda));
        MethodHandle twice = LOOKUP.findVirtual(Derived.class, "twice", MethodType.methodType(Object.class));
        System.out.println(twice.type() + " " + twice.invoke(derived));
        MethodHandle inherited = LOOKUP.findVirtual(Derived.class, "own", MethodType.methodType(String.class));
        System.out.println(inherited.type() + " " + inherited.invoke(derived));
        MethodHandle made = LOOKUP.findConstructor(Derived.class, MethodType.methodType(void.class, String.class, double[].class));
        System.out.println(((Derived) made.invoke("x", 1.0, 2.0)).name + " " + made + " " + made.isVarargsCollector());
        MethodHandle name = LOOKUP.findGetter(Derived.class, "name", String.class);
        LOOKUP.findSetter(Base.class, "name", String.class).invokeExact(derived, "set");
        System.out.println((String) name.invokeExact((Derived) derived) + " " + name.type());
        LOOKUP.findStaticSetter(Base.class, "shared", long.class).invoke(7);
        System.out.println((long) LOOKUP.findStaticGetter(Base.class, "shared", long.class).invokeExact());
        System.out.println(LOOKUP.unreflect(Handles.class.getDeclaredMethod("add", int.class, int.class)).invoke(3, 4) + " "
            + LOOKUP.unreflectConstructor(Derived.class.getDeclaredConstructor()).invoke().getClass() + " "
            + LOOKUP.unreflectGetter(Base.class.getDeclaredField("fixed")).invoke(derived));
        System.out.println((double) find("add", double.class, long.class, double.class).invokeExact(1L, 0.5));
        MethodHandles.Lookup other = MethodHandles.privateLookupIn(Derived.class, LOOKUP);
        System.out.println(LOOKUP + " " + other + " " + other.lookupClass() + " " + MethodHandles.publicLookup() + " "
            + LOOKUP.lookupModes() + " " + other.lookupModes() + " " + MethodHandles.publicLookup().lookupModes());
        System.out.println((boolean) MethodHandles.publicLookup().findStatic(Boolean.class, "logicalXor",
            MethodType.methodType(boolean.class, boolean.class, boolean.class)).invokeExact(true, false));
        show("no object", () -> hello.invoke((Base) null, "x"));
    }

    static void notFound() {
        MethodType type = MethodType.methodType(int.class, int.class);
        show("no static", () -> LOOKUP.findStatic(Handles.class, "add", type));
        show("no virtual", () -> LOOKUP.findVirtual(Base.class, "hello", type));
        show("no abstract", () -> LOOKUP.findVirtual(Getter.class, "get", type));
        show("no constructor", () -> LOOKUP.findConstructor(Base.class, type.changeReturnType(void.class)));
        show("no array", () -> LOOKUP.findConstructor(int[].class, type));
        show("no field", () -> LOOKUP.findGetter(Base.class, "name", int.class));
        show("no field", () -> LOOKUP.findStaticSetter(Base.class, "none", String[].class));
        show("no name", () -> LOOKUP.findVirtual(Base.class, "<init>", type));
        show("static", () -> LOOKUP.findVirtual(Handles.class, "add", ADD.type()));
        show("not static", () -> LOOKUP.findStatic(Base.class, "hello", TEXT_OF_TEXT));
        show("static field", () -> LOOKUP.findGetter(Base.class, "shared", long.class));
        show("final field", () -> LOOKUP.findSetter(Base.class, "fixed", int.class));
        show("public only", () -> MethodHandles.publicLookup().findVirtual(Base.class, "secret", type));
        show("null", () -> LOOKUP.findVirtual(Base.class, "hello", null));
        show("abstract", () -> LOOKUP.findConstructor(Abstract.class, MethodType.methodType(void.class)).invoke());
        try {
            MethodHandles.publicLookup().findVirtual(Base.class, "hello", TEXT_OF_TEXT);
        } catch (ReflectiveOperationException e) {
            System.out.println(e.getClass());
        }
    }

    static void called() throws Throwable {
        int exact = (int) ADD.invokeExact(1, 2);
        long wider = (long) ADD.invoke((byte) 1, 'a');
        Object boxed = ADD.invoke(Integer.valueOf(3), (Object) (short) 4);
        ADD.invoke(1, 2);
        System.out.println(exact + " " + wider + " " + boxed + " " + boxed.getClass() + " " + (Number) ADD.invoke((Comparable) 1, (Number) 2));
        MethodHandle all = find("all", String.class, boolean.class, byte.class, char.class, short.class, int.class, long.class,
            float.class, double.class, Object.class);
        System.out.println((String) all.invokeExact(true, (byte) 1, 'c', (short) 2, 3, 4L, 5f, 6d, (Object) null));
        System.out.println(all.invoke(false, (byte) 1, 'c', (byte) 2, 'd', 3, 4L, 5f, 7L));
        System.out.println(all.invokeWithArguments(false, (byte) 1, 'c', (byte) 2, 'd', 3, 4L, 5f, 7L) + " "
            + ADD.invokeWithArguments(List.of(1, (short) 5)));
        show("exact", () -> (Object) ADD.invokeExact(1, 2));
        show("exact", () -> (int) ADD.invokeExact(1, (Integer) 2));
        show("exact", () -> {
            LENGTH.invokeExact("x");
            return null;
        });
        show("count", () -> (int) ADD.invoke(1));
        show("type", () -> (int) ADD.invoke("x", 2));
        show("result", () -> (String) ADD.invoke(1, 2));
        show("narrow", () -> (byte) ADD.invoke(1, 2));
        show("box", () -> (Long) ADD.invoke(1, 2));
        show("long", () -> (int) ADD.invoke((Object) 2L, 2));
        show("boolean", () -> (int) ADD.invoke((Object) true, 2));
        show("null", () -> (int) ADD.invoke((Object) null, 2));
        show("cast", () -> (int) LENGTH.invoke((Object) 1));
        show("no object", () -> (int) LENGTH.invokeExact((String) null));
        show("no handle", () -> ((MethodHandle) null).invoke());
        show("arguments", () -> ADD.invokeWithArguments(1));
        MethodHandle fail = find("fail", void.class, String.class);
        show("thrown", () -> fail.invoke("as it is"));
        show("thrown", () -> {
            fail.invokeExact("as it is");
            return null;
        });
        MethodHandle said = find("said", String.class, String.class);
        said.invoke("dropped");
        show("void", () -> (Object) said.asType(said.type().changeReturnType(void.class)).invoke("void"));
        show("zero", () -> (int) fail.asType(MethodType.methodType(int.class, Object.class)).invoke((Object) 5));
    }

    static void adapted() throws Throwable {
        System.out.println((int) SUM.invoke() + " " + (int) SUM.invoke(1, 2, 3) + " " + (int) SUM.invokeExact(new int[] {4, 5}) + " "
            + (int) SUM.invoke(new int[] {6}) + " " + SUM.invokeWithArguments(1, (byte) 2) + " " + SUM.asFixedArity().isVarargsCollector());
        System.out.println((String) CAT.invoke("a") + CAT.invoke("a", 1, "b") + CAT.invoke("a", (Object[]) null) + CAT.invoke("a", (Object) null)
            + CAT.invoke("a", new String[] {"x", "y"}));
        show("collect", () -> CAT.invoke());
        show("element", () -> SUM.invoke("x"));
        show("fixed", () -> SUM.asFixedArity().invoke(1, 2));
        show("as type", () -> ADD.asType(MethodType.methodType(long.class, Object.class, byte.class)));
        show("as type", () -> ADD.asType(MethodType.methodType(short.class, Object.class, byte.class)));
        MethodHandle bound = find("concat", String.class, String.class, String.class).bindTo("ab");
        System.out.println(bound + " " + (String) bound.invokeExact("cd") + " " + bound.bindTo("ef").invoke());
        show("bind", () -> LENGTH.bindTo(1));
        show("bind", () -> ADD.bindTo(1));
        show("bound", () -> LENGTH.bindTo(null).invoke());
        System.out.println((int) ADD.asSpreader(int[].class, 2).invokeExact(new int[] {1, 2}) + " "
            + ADD.asSpreader(Object[].class, 1).invoke(3, new Object[] {(byte) 4}) + " " + ADD.asSpreader(Object[].class, 0));
        show("spread", () -> ADD.asSpreader(int[].class, 2).invoke(new int[3]));
        show("spread", () -> ADD.asSpreader(int[].class, 3));
        show("spread", () -> ADD.asSpreader(int.class, 2));
        show("spread", () -> ADD.asSpreader(int[].class, 2).invoke((int[]) null));
        System.out.println(SUM.asCollector(int[].class, 2) + " " + (int) SUM.asCollector(int[].class, 2).invokeExact(3, 4));
        show("collector", () -> SUM.asCollector(Object[].class, 2));
        show("collector", () -> ADD.asVarargsCollector(int[].class));
        System.out.println(SUM.withVarargs(false) + " " + SUM.withVarargs(false).withVarargs(true).invoke(1, 2));
    }

    static void combined() throws Throwable {
        System.out.println((int) MethodHandles.insertArguments(ADD, 1, 5).invokeExact(1) + " " + MethodHandles.insertArguments(ADD, 0, (byte) 1, 'b').invoke());
        show("insert", () -> MethodHandles.insertArguments(ADD, 1, "x"));
        show("insert", () -> MethodHandles.insertArguments(ADD, 2, 1));
        show("insert", () -> MethodHandles.insertArguments(ADD, 0, 1, 2, 3));
        MethodHandle dropping = MethodHandles.dropArguments(ADD, 1, String.class, long.class);
        System.out.println(dropping + " " + (int) dropping.invokeExact(1, "x", 2L, 3) + " " + MethodHandles.dropArguments(ADD, 0, List.of(int.class)));
        MethodHandle said = find("said", String.class, String.class);
        System.out.println((int) MethodHandles.filterReturnValue(said, LENGTH).invokeExact("four"));
        show("filter", () -> MethodHandles.filterReturnValue(ADD, LENGTH));
        MethodHandle concat = find("concat", String.class, String.class, String.class);
        System.out.println((String) MethodHandles.filterArguments(concat, 0, said, said).invokeExact("1", "2"));
        System.out.println((String) MethodHandles.foldArguments(concat, said).invokeExact("3"));
        MethodHandle test = find("isShort", boolean.class, String.class);
        MethodHandle guarded = MethodHandles.guardWithTest(test, said, find("twice", String.class, String.class));
        System.out.println((String) guarded.invokeExact("a ") + (String) guarded.invokeExact("bcd"));
        show("guard", () -> MethodHandles.guardWithTest(ADD, ADD, ADD));
        show("guard", () -> MethodHandles.guardWithTest(test, ADD, LENGTH));
        MethodHandle caught = MethodHandles.catchException(find("risky", String.class, String.class), IllegalStateException.class,
            find("recovered", String.class, Throwable.class, String.class));
        System.out.println((String) caught.invokeExact(""));
        show("not caught", () -> caught.invoke("x"));
        System.out.println((String) MethodHandles.permuteArguments(concat, concat.type(), 1, 0).invokeExact("a", "b"));
        System.out.println(MethodHandles.constant(long.class, 3).invoke() + " " + MethodHandles.constant(String.class, null).invoke() + " "
            + (char) MethodHandles.identity(char.class).invokeExact('x') + " " + MethodHandles.zero(double.class).invoke() + " "
            + MethodHandles.empty(ADD.type()).invoke(1, 2));
        show("constant", () -> MethodHandles.constant(String.class, 1));
        show("constant", () -> MethodHandles.constant(void.class, 1));
        System.out.println(MethodHandles.exactInvoker(ADD.type()).invoke(ADD, 1, 2) + " " + MethodHandles.invoker(MethodType.genericMethodType(2)).invoke(ADD, 3, 4));
        show("invoker", () -> MethodHandles.exactInvoker(LENGTH.type()).invoke(ADD, "x"));
        show("throw", () -> MethodHandles.throwException(int.class, IllegalStateException.class).invoke(new IllegalStateException("mine")));
    }

    static void arrays() throws Throwable {
        int[] ints = {1, 2};
        MethodHandle get = MethodHandles.arrayElementGetter(int[].class);
        MethodHandles.arrayElementSetter(int[].class).invokeExact(ints, 1, 9);
        System.out.println(get + " " + (int) get.invokeExact(ints, 1) + " " + MethodHandles.arrayLength(int[].class).invoke(ints) + " "
            + ((int[]) MethodHandles.arrayConstructor(int[].class).invokeExact(3)).length);
        Object[] texts = new String[1];
        show("store", () -> MethodHandles.arrayElementSetter(Object[].class).invoke(texts, 0, 1));
        show("no array", () -> MethodHandles.arrayElementGetter(int.class));
        try {
            get.invoke(ints, 2);
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println("index");
        }
    }

    public static void main(String[] args) throws Throwable {
        types();
        found();
        notFound();
        called();
        adapted();
        combined();
        arrays();
        try {
            ADD.invokeExact("x");
        } catch (WrongMethodTypeException e) {
            System.out.println(e.getMessage());
        }
    }
}
