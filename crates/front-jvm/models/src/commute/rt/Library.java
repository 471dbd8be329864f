package commute.rt;

import java.lang.ref.Cleaner;
import java.security.PrivilegedAction;
import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;
import java.util.Arrays;
import java.util.Collection;
import java.util.Locale;
import java.util.Objects;
import java.util.Random;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import jdk.internal.util.random.RandomSupport;

/** Methods that stand for those of the library: the receiver is the first parameter. */
public final class Library {
    private Library() {
    }

    /** {@link String#hashCode}, without the field in which the JDK keeps it: threads would write to it. */
    static int hashCode(String text) {
        int hash = 0;
        for (int i = 0; i < text.length(); i++) {
            hash = 31 * hash + text.charAt(i);
        }
        return hash;
    }

    /** The clock of {@code java.time}: how many nanoseconds have passed since a second. */
    static long getNanoTimeAdjustment(long second) {
        return (System.currentTimeMillis() - second * 1000) * 1000000;
    }

    /** {@link String#toUpperCase()}; characters beyond Latin-1 have rules of their own, which are the JDK's. */
    static String toUpperCase(String text) {
        StringBuilder upper = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c > 255) {
                return text.toUpperCase(Locale.US);
            }
            if (c == '\u00df') {
                upper.append("SS");
            } else {
                upper.append(Character.toUpperCase(c));
            }
        }
        return upper.toString();
    }

    /** {@link String#toLowerCase()}, the same way. */
    static String toLowerCase(String text) {
        StringBuilder lower = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c > 255) {
                return text.toLowerCase(Locale.US);
            }
            lower.append(Character.toLowerCase(c));
        }
        return lower.toString();
    }

    /** The name of the class of an object. */
    private static native String className(Object object);

    static String toString(Object object) {
        return className(object) + "@" + Integer.toHexString(object.hashCode());
    }

    /** Starts a thread of a pool, which the JDK keeps in a container since Java 19. */
    static void startIn(Object container, Thread thread) {
        thread.start();
    }

    /** The same, by way of the access to {@code java.lang} that other packages have. */
    static void startIn(Object access, Thread thread, Object container) {
        thread.start();
    }

    /** {@link Cleaner#register}. */
    static Cleaner.Cleanable register(Object cleaner, Object object, Runnable action) {
        Objects.requireNonNull(object, "obj");
        Objects.requireNonNull(action, "action");
        return new Cleaning(action);
    }

    static long convert(TimeUnit to, long time, TimeUnit from) {
        if (to == TimeUnit.NANOSECONDS) {
            return from.toNanos(time);
        } else if (to == TimeUnit.MICROSECONDS) {
            return from.toMicros(time);
        } else if (to == TimeUnit.MILLISECONDS) {
            return from.toMillis(time);
        } else if (to == TimeUnit.SECONDS) {
            return from.toSeconds(time);
        } else if (to == TimeUnit.MINUTES) {
            return from.toMinutes(time);
        }
        return to == TimeUnit.HOURS ? from.toHours(time) : from.toDays(time);
    }

    static Enum<?> valueOf(Class<?> of, String name) {
        Object[] all = constants(of);
        if (all == null) {
            throw new IllegalArgumentException(of.getName() + " is not an enum class");
        }
        for (Object constant : all) {
            if (((Enum<?>) constant).name().equals(name)) {
                return (Enum<?>) constant;
            }
        }
        if (name == null) {
            throw new NullPointerException("Name is null");
        }
        throw new IllegalArgumentException("No enum constant " + of.getName().replace('$', '.') + "." + name);
    }

    /** The constants of an enum. */
    private static native Object[] constants(Class<?> of);

    static Object doPrivileged(PrivilegedAction<?> action) {
        return action.run();
    }

    static Object doPrivileged(PrivilegedExceptionAction<?> action) throws PrivilegedActionException {
        try {
            return action.run();
        } catch (RuntimeException failure) {
            throw failure;
        } catch (Exception failure) {
            throw new PrivilegedActionException(failure);
        }
    }

    /** {@link System#getenv(String)}: nothing is set. */
    static String environment(String name) {
        Objects.requireNonNull(name);
        return null;
    }

    /** {@link System#getenv()}. */
    static java.util.Map<String, String> environment() {
        return java.util.Collections.emptyMap();
    }

    /** {@link System#getProperty(String)} without a name. */
    static void noKey() {
        throw new IllegalArgumentException("key can't be empty");
    }

    /** {@link Class#getSimpleName}. */
    static String simpleName(Class<?> of) {
        String name = of.getName();
        int dimensions = 0;
        while (name.charAt(dimensions) == '[') {
            dimensions++;
        }
        String simple = dimensions == 0 ? simpleName(name) : simpleElement(name.substring(dimensions));
        for (int i = 0; i < dimensions; i++) {
            simple += "[]";
        }
        return simple;
    }

    /** That of the elements of an array, as its name has them. */
    private static String simpleElement(String name) {
        switch (name.charAt(0)) {
            case 'Z':
                return "boolean";
            case 'B':
                return "byte";
            case 'C':
                return "char";
            case 'S':
                return "short";
            case 'I':
                return "int";
            case 'J':
                return "long";
            case 'F':
                return "float";
            case 'D':
                return "double";
            default:
                return simpleName(name.substring(1, name.length() - 1));
        }
    }

    private static String simpleName(String name) {
        int start = Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1;
        while (start < name.length() && name.charAt(start) >= '0' && name.charAt(start) <= '9') {
            start++;
        }
        return name.substring(start);
    }

    static ExecutorService fixedPool(int size) {
        return Step.poolsAsked() ? askedPool(size, Executors.defaultThreadFactory()) : new Pool(size, false);
    }

    static ExecutorService fixedPool(int size, ThreadFactory factory) {
        return Step.poolsAsked() ? askedPool(size, factory) : new Pool(size, false, factory);
    }

    private static ExecutorService askedPool(int size, ThreadFactory factory) {
        return new ThreadPoolExecutor(size, size, 0, TimeUnit.MILLISECONDS, new LinkedBlockingQueue<>(), factory);
    }

    static ExecutorService singlePool() {
        return Executors.unconfigurableExecutorService(new Pool(1, false));
    }

    static ExecutorService singlePool(ThreadFactory factory) {
        return Executors.unconfigurableExecutorService(new Pool(1, false, factory));
    }

    static ExecutorService cachedPool() {
        return Step.poolsAsked() ? askedPool(Executors.defaultThreadFactory()) : new Pool(Integer.MAX_VALUE, true);
    }

    static ExecutorService cachedPool(ThreadFactory factory) {
        return Step.poolsAsked() ? askedPool(factory) : new Pool(Integer.MAX_VALUE, true, factory);
    }

    private static ExecutorService askedPool(ThreadFactory factory) {
        int most = Integer.MAX_VALUE;
        return new ThreadPoolExecutor(0, most, 60, TimeUnit.SECONDS, new SynchronousQueue<>(), factory);
    }

    /** At a fixed rate the times grow without end; with a fixed delay they are those of the clock, which are few. */
    static ScheduledFuture<?> atFixedRate(
            ScheduledThreadPoolExecutor pool, Runnable task, long initial, long period, TimeUnit unit) {
        return pool.scheduleWithFixedDelay(task, initial, period, unit);
    }

    /** The same for timers. */
    static void atFixedRate(Timer timer, TimerTask task, long delay, long period) {
        timer.schedule(task, delay, period);
    }

    /** {@link StrictMath#sqrt}: bit by bit, rounded to the nearest. */
    static double sqrt(double x) {
        if (!(x > 0) || x == Double.POSITIVE_INFINITY) {
            return x == 0 || x == Double.POSITIVE_INFINITY ? x : Double.NaN;
        }
        int exponent = Math.getExponent(x);
        if (exponent < Double.MIN_EXPONENT) {
            return sqrt(x * 0x1p108) * 0x1p-54;
        }
        long rest = Double.doubleToRawLongBits(x) & 0xfffffffffffffL | 0x10000000000000L;
        if ((exponent & 1) != 0) {
            rest <<= 1;
        }
        // The root of rest * 2^52, which has 53 bits; the lowest bit of one more says how to round.
        long root = 0;
        long sum = 0;
        rest <<= 1;
        for (long bit = 0x20000000000000L; bit != 0; bit >>= 1) {
            long next = sum + bit;
            if (next <= rest) {
                sum = next + bit;
                rest -= next;
                root += bit;
            }
            rest <<= 1;
        }
        if (rest != 0) {
            root += root & 1;
        }
        long bits = (root >> 1) + ((long) (exponent >> 1) + 1022 << 52);
        return Double.longBitsToDouble(bits);
    }

    /** Any number from a range: {@link java.util.Random#nextInt(int, int)}. */
    static int anyBetween(Object random, int origin, int bound) {
        if (origin >= bound) {
            throw new IllegalArgumentException("bound must be greater than origin");
        }
        if (seeded()) {
            return bounded(Shared.RANDOM, origin, bound);
        }
        if (bound - origin <= 0 || bound - origin > 1000) {
            tooManyRandomNumbers();
        }
        return origin + choose(bound - origin);
    }

    /** {@link RandomGenerator#nextInt(int, int)}. */
    static int between(RandomGenerator random, int origin, int bound) {
        if (isSeedless(random)) {
            return anyBetween(random, origin, bound);
        }
        RandomSupport.checkRange(origin, bound);
        return bounded(random, origin, bound);
    }

    /** {@code RandomSupport.boundedNextInt}, which streams of numbers call: any number of the range if there is no seed. */
    static int bounded(RandomGenerator random, int origin, int bound) {
        if (origin < bound && isSeedless(random) && !seeded()) {
            return anyBetween(random, origin, bound);
        }
        int number = random.nextInt();
        if (origin >= bound) {
            return number;
        }
        int size = bound - origin;
        int mask = size - 1;
        if ((size & mask) == 0) {
            return (number & mask) + origin;
        }
        if (size > 0) {
            // What would make some numbers more likely than others is drawn again.
            int half = number >>> 1;
            while (half + mask - half % size < 0) {
                half = random.nextInt() >>> 1;
            }
            return half % size + origin;
        }
        while (number < origin || number >= bound) {
            number = random.nextInt();
        }
        return number;
    }

    private static native boolean isSeedless(Object random);

    /** Whether generators to which the program gives no seed have one. */
    private static native boolean seeded();

    /** The generator of those that have no state of their own. */
    private static final class Shared {
        static final Random RANDOM = new Random();
    }

    /** The same for {@link java.util.Random#nextLong(long)} and its range. */
    static long anyBelow(Object random, long bound) {
        if (bound <= 0) {
            throw new IllegalArgumentException("bound must be positive");
        }
        return anyBetween(random, 0, bound);
    }

    static long anyBetween(Object random, long origin, long bound) {
        if (origin >= bound) {
            throw new IllegalArgumentException("bound must be greater than origin");
        }
        if (seeded()) {
            return RandomSupport.boundedNextLong(Shared.RANDOM, origin, bound);
        }
        if (bound - origin <= 0 || bound - origin > 1000) {
            tooManyRandomNumbers();
        }
        return origin + choose((int) (bound - origin));
    }

    /** {@link java.util.concurrent.ThreadLocalRandom#setSeed}. */
    static void noSeed(Object random, long seed) {
        throw new UnsupportedOperationException();
    }

    static int anyInt(Object random) {
        if (!seeded()) {
            tooManyRandomNumbers();
        }
        return Shared.RANDOM.nextInt();
    }

    static long anyLong(Object random) {
        if (!seeded()) {
            tooManyRandomNumbers();
        }
        return Shared.RANDOM.nextLong();
    }

    static double anyDouble(Object random) {
        if (!seeded()) {
            tooManyRandomNumbers();
        }
        return Shared.RANDOM.nextDouble();
    }

    static boolean anyBoolean(Object random) {
        return seeded() ? Shared.RANDOM.nextBoolean() : choose(2) == 1;
    }

    /** The elements of what a method gives arguments of tests in. */
    static Object[] elements(Object source) {
        if (source instanceof Stream<?>) {
            return ((Stream<?>) source).toArray();
        } else if (source instanceof IntStream) {
            return ((IntStream) source).boxed().toArray();
        } else if (source instanceof Collection<?>) {
            return ((Collection<?>) source).toArray();
        } else if (source instanceof int[]) {
            return Arrays.stream((int[]) source).boxed().toArray();
        }
        return (Object[]) source;
    }

    static int unbox(Object boxed, int type) {
        return ((Number) boxed).intValue();
    }

    static long unbox(Object boxed, long type) {
        return ((Number) boxed).longValue();
    }

    static short unbox(Object boxed, short type) {
        return ((Number) boxed).shortValue();
    }

    static byte unbox(Object boxed, byte type) {
        return ((Number) boxed).byteValue();
    }

    static float unbox(Object boxed, float type) {
        return ((Number) boxed).floatValue();
    }

    static double unbox(Object boxed, double type) {
        return ((Number) boxed).doubleValue();
    }

    static boolean unbox(Object boxed, boolean type) {
        return (Boolean) boxed;
    }

    static char unbox(Object boxed, char type) {
        return (Character) boxed;
    }

    static Object cast(Class<?> type, Object object) {
        if (object != null && !isInstance(type, object)) {
            throw new ClassCastException("Cannot cast " + className(object) + " to " + type.getName());
        }
        return object;
    }

    private static native boolean isInstance(Class<?> type, Object object);

    /** What {@code newUpdater} says of a field; the numbers are those of the translation. */
    static void unfit(int why, String field) {
        switch (why) {
            case 0:
                throw new RuntimeException(new NoSuchFieldException(field));
            case 1:
                throw new RuntimeException(new IllegalAccessException());
            case 2:
                throw new IllegalArgumentException("Must be integer type");
            case 3:
                throw new IllegalArgumentException("Must be long type");
            case 4:
                throw new ClassCastException();
            case 5:
                throw new IllegalArgumentException("Must be reference type");
            case 6:
                throw new IllegalArgumentException("Must be volatile type");
            default:
                throw new IllegalArgumentException();
        }
    }

    /** A store into an array of another type. */
    static void doesNotFit(Object value) {
        throw new ArrayStoreException(className(value));
    }

    /** Any number below a bound: {@link java.util.Random#nextInt(int)}. */
    static int anyBelow(Object random, int bound) {
        if (bound <= 0) {
            throw new IllegalArgumentException("bound must be positive");
        }
        if (seeded()) {
            return Shared.RANDOM.nextInt(bound);
        }
        if (bound > 1000) {
            tooManyRandomNumbers();
        }
        return choose(bound);
    }

    private static native int choose(int bound);

    /** Refused. */
    private static native void tooManyRandomNumbers();
}
