import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;

/** The public methods of classes: name of the class, static/instance/new, name, descriptor, result, parameters; a line each. */
public final class Dump {
    private Dump() { }

    public static void main(String[] args) {
        for (String name : args) {
            Class<?> type;
            try {
                type = Class.forName(name, false, null);
            } catch (ClassNotFoundException e) {
                continue;
            }
            if (!isPublic(type)) {
                continue;
            }
            for (Method method : type.getDeclaredMethods()) {
                if (Modifier.isPublic(method.getModifiers()) && !method.isSynthetic()) {
                    String how = Modifier.isStatic(method.getModifiers()) ? "static" : "instance";
                    print(type, how, method.getName(), method.getReturnType(), method);
                }
            }
            for (Constructor<?> made : type.getDeclaredConstructors()) {
                if (Modifier.isPublic(made.getModifiers()) && !Modifier.isAbstract(type.getModifiers())) {
                    print(type, "new", "<init>", void.class, made);
                }
            }
        }
    }

    private static boolean isPublic(Class<?> type) {
        Class<?> outer = type.getDeclaringClass();
        return Modifier.isPublic(type.getModifiers()) && (outer == null || isPublic(outer));
    }

    private static void print(Class<?> type, String how, String name, Class<?> result, Executable method) {
        List<String> parameters = new ArrayList<>();
        for (Class<?> parameter : method.getParameterTypes()) {
            parameters.add(parameter.getCanonicalName());
        }
        String descriptor = MethodType.methodType(result, method.getParameterTypes()).toMethodDescriptorString();
        System.out.println(String.join("\t", type.getName(), type.getCanonicalName(), how, name, descriptor,
            result.getCanonicalName(), String.join(",", parameters)));
    }
}
