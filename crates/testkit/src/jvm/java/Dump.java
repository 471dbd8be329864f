import java.io.IOException;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The public methods of classes, and of all public classes of a package if its name ends in ".*"; then what is needed to make
 * objects of the types that they mention, and of the types that these need. A line each:
 * "call" or "make", name of the class, as Java writes it, static/instance/new, name, descriptor, result, parameters;
 * "type", name as Java writes it, constants, classes and interfaces above it, result and parameters of the method of a function.
 */
public final class Dump {
    private static final StringBuilder OUT = new StringBuilder();

    private Dump() { }

    public static void main(String[] args) throws IOException {
        Set<Class<?>> wanted = new LinkedHashSet<>();
        for (String name : args) {
            List<String> names = name.endsWith(".*") ? classes(name.substring(0, name.length() - 2)) : List.of(name);
            for (String each : names) {
                Class<?> type = find(each);
                if (type != null && isPublic(type)) {
                    wanted.add(type);
                }
            }
        }
        Set<Class<?>> known = new LinkedHashSet<>(wanted);
        List<Class<?>> open = new ArrayList<>(wanted);
        while (!open.isEmpty()) {
            Class<?> type = open.remove(open.size() - 1);
            for (Class<?> other : mentioned(type, wanted.contains(type))) {
                if (known.add(other)) {
                    open.add(other);
                }
            }
        }
        List<Class<?>> all = new ArrayList<>(known);
        all.sort(Comparator.comparing(Class::getName));
        for (Class<?> type : all) {
            members(type, wanted.contains(type) ? "call" : "make");
            OUT.append(String.join("\t", "type", type.getCanonicalName(), constants(type), above(type), function(type)))
                .append('\n');
        }
        System.out.print(OUT);
    }

    private static List<String> classes(String name) throws IOException {
        Path root = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/packages", name);
        List<String> found = new ArrayList<>();
        try (Stream<Path> modules = Files.list(root)) {
            for (Path module : modules.sorted().collect(Collectors.toList())) {
                Path there = module.toRealPath().resolve(name.replace('.', '/'));
                try (Stream<Path> files = Files.list(there)) {
                    files.map(file -> file.getFileName().toString()).filter(file -> file.endsWith(".class")).sorted()
                        .forEach(file -> found.add(name + "." + file.substring(0, file.length() - ".class".length())));
                }
            }
        }
        return found;
    }

    private static Class<?> find(String name) {
        try {
            return Class.forName(name, false, null);
        } catch (ClassNotFoundException | NoClassDefFoundError e) {
            return null;
        }
    }

    private static boolean isPublic(Class<?> type) {
        Class<?> outer = type.getDeclaringClass();
        return Modifier.isPublic(type.getModifiers()) && type.getCanonicalName() != null
            && (outer == null || isPublic(outer));
    }

    /** Types of which objects are needed to call the methods of a class, or to make an object of it. */
    private static Set<Class<?>> mentioned(Class<?> type, boolean wanted) {
        Set<Class<?>> found = new TreeSet<>(Comparator.comparing(Class::getName));
        for (Constructor<?> made : type.getConstructors()) {
            found.addAll(Arrays.asList(made.getParameterTypes()));
        }
        for (Method method : type.getDeclaredMethods()) {
            if (Modifier.isPublic(method.getModifiers()) && (wanted || isFactory(type, method))) {
                found.addAll(Arrays.asList(method.getParameterTypes()));
                found.add(method.getReturnType());
            }
        }
        Set<Class<?>> plain = new TreeSet<>(Comparator.comparing(Class::getName));
        for (Class<?> each : found) {
            while (each.isArray()) {
                each = each.getComponentType();
            }
            if (!each.isPrimitive() && isPublic(each) && each.getName().startsWith("java.")) {
                plain.add(each);
            }
        }
        return plain;
    }

    private static boolean isFactory(Class<?> type, Method method) {
        return Modifier.isStatic(method.getModifiers()) && type.isAssignableFrom(method.getReturnType());
    }

    private static void members(Class<?> type, String word) {
        Set<String> seen = new TreeSet<>();
        List<Method> methods = new ArrayList<>(Arrays.asList(type.getDeclaredMethods()));
        methods.sort(Comparator.comparing(Method::toString));
        methods.removeIf(method -> method.isSynthetic() && !isInherited(type, method));
        // Who cannot name the class that has a method calls it as one of the class below.
        for (Class<?> c = type.getSuperclass(); c != null && !isPublic(c); c = c.getSuperclass()) {
            Stream.of(c.getDeclaredMethods()).filter(method -> !method.isSynthetic())
                .filter(method -> !Modifier.isAbstract(method.getModifiers()))
                .sorted(Comparator.comparing(Method::toString)).forEach(methods::add);
        }
        for (Method method : methods) {
            boolean isStatic = Modifier.isStatic(method.getModifiers());
            if (!Modifier.isPublic(method.getModifiers()) || word.equals("make") && !isFactory(type, method)) {
                continue;
            }
            if (seen.add(method.getName() + Arrays.toString(method.getParameterTypes()))) {
                print(word, type, isStatic ? "static" : "instance", method.getName(), method.getReturnType(), method);
            }
        }
        if (!Modifier.isAbstract(type.getModifiers())) {
            for (Constructor<?> made : type.getConstructors()) {
                print(word, type, "new", "<init>", void.class, made);
            }
        }
    }

    /** Whether a compiler has made the method only because the class that has it is not public. */
    private static boolean isInherited(Class<?> type, Method method) {
        for (Class<?> c = type.getSuperclass(); c != null && !isPublic(c); c = c.getSuperclass()) {
            for (Method other : c.getDeclaredMethods()) {
                if (!other.isSynthetic() && other.getName().equals(method.getName())
                        && Arrays.equals(other.getParameterTypes(), method.getParameterTypes())
                        && other.getReturnType() == method.getReturnType()
                        && !Modifier.isAbstract(other.getModifiers())) {
                    return true;
                }
            }
        }
        return false;
    }

    private static String constants(Class<?> type) {
        return Stream.of(type.getFields())
            .filter(field -> field.getType() == type && field.getDeclaringClass() == type)
            .filter(field -> Modifier.isStatic(field.getModifiers()))
            .map(Field::getName).collect(Collectors.joining(","));
    }

    private static String above(Class<?> type) {
        Set<String> names = new TreeSet<>();
        List<Class<?>> open = new ArrayList<>(List.of(type));
        while (!open.isEmpty()) {
            Class<?> each = open.remove(open.size() - 1);
            List<Class<?>> next = new ArrayList<>(Arrays.asList(each.getInterfaces()));
            if (each.getSuperclass() != null) {
                next.add(each.getSuperclass());
            }
            for (Class<?> other : next) {
                if (other.getCanonicalName() != null && names.add(other.getCanonicalName())) {
                    open.add(other);
                }
            }
        }
        return String.join(",", names);
    }

    /** The result and the parameters of the only method that one has to write, if there is one and it is no method with types of its own. */
    private static String function(Class<?> type) {
        if (!type.isInterface() || type.isSealed()) {
            return "";
        }
        List<Method> open = Stream.of(type.getMethods())
            .filter(method -> Modifier.isAbstract(method.getModifiers()) && !isOfObject(method))
            .collect(Collectors.toList());
        if (open.size() != 1 || open.get(0).getTypeParameters().length > 0) {
            return "";
        }
        Method only = open.get(0);
        return only.getReturnType().getCanonicalName() + ":" + parameters(only);
    }

    private static boolean isOfObject(Method method) {
        try {
            Object.class.getMethod(method.getName(), method.getParameterTypes());
            return true;
        } catch (NoSuchMethodException e) {
            return false;
        }
    }

    private static String parameters(Executable method) {
        return Stream.of(method.getParameterTypes()).map(Class::getCanonicalName).collect(Collectors.joining(","));
    }

    private static void print(String word, Class<?> type, String how, String name, Class<?> result, Executable method) {
        String descriptor = MethodType.methodType(result, method.getParameterTypes()).toMethodDescriptorString();
        OUT.append(String.join("\t", word, type.getName(), type.getCanonicalName(), how, name, descriptor,
            result.getCanonicalName(), parameters(method))).append('\n');
    }
}
