import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Runs the tests of the classes in a directory, or every n-th of them from the fifth on, and says of each what it did: it ended, raised something or
 * waits. With 0 it runs none, and lists them. Of those whose names do not contain a third argument nothing is done.
 */
public class Conformance {
    private static int every = 1;
    private static int count;
    private static String part = "";

    public static void main(String[] args) throws Exception {
        String[] files = new File(args[0]).list();
        Arrays.sort(files);
        if (args.length > 1) {
            every = Integer.parseInt(args[1]);
        }
        if (args.length > 2) {
            part = args[2];
        }
        for (String file : files) {
            if (file.endsWith(".class") && !file.contains("$")) {
                Class<?> type = Class.forName(file.substring(0, file.length() - 6));
                if (!Modifier.isAbstract(type.getModifiers())) {
                    each(type);
                }
            }
        }
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }

    /** The tests of a class and of those that it extends. */
    private static void each(Class<?> type) throws Exception {
        for (Method method : all(type)) {
            boolean isTest = method.isAnnotationPresent(Test.class);
            String name = type.getName() + "#" + method.getName();
            if (isTest && (every == 0 || count++ % every == 4 % every) && name.contains(part)) {
                System.out.println(name + "\t" + (every == 0 ? "" : run(type, method)));
            }
        }
    }

    private static Method[] all(Class<?> type) {
        Map<String, Method> found = new TreeMap<>();
        for (Class<?> at = type; at != Object.class; at = at.getSuperclass()) {
            for (Method method : at.getDeclaredMethods()) {
                found.putIfAbsent(method.getName(), method);
            }
        }
        return found.values().toArray(new Method[0]);
    }

    private static String run(Class<?> type, Method method) throws Exception {
        AtomicReference<Throwable> failure = new AtomicReference<>();
        method.setAccessible(true);
        var constructor = type.getDeclaredConstructor();
        constructor.setAccessible(true);
        ThreadGroup group = new ThreadGroup("test");
        Thread thread = new Thread(group, () -> {
            try {
                method.invoke(constructor.newInstance());
            } catch (InvocationTargetException thrown) {
                failure.compareAndSet(null, thrown.getCause());
            } catch (Throwable thrown) {
                failure.compareAndSet(null, thrown);
            }
        }, "main");
        Thread.setDefaultUncaughtExceptionHandler((t, thrown) -> failure.compareAndSet(null, thrown));
        thread.setDaemon(true);
        thread.start();
        thread.join(method.getName().startsWith("blocks") ? 150 : 20000);
        boolean waits = thread.isAlive();
        Throwable thrown = failure.get();
        if (thrown != null) {
            StackTraceElement[] stack = thrown.getStackTrace();
            return "raised " + thrown + (stack.length > 1 ? " at " + stack[1] + " " + stack[Math.min(2, stack.length - 1)] : "");
        }
        return waits ? "waits" : "ends";
    }
}
