import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.List;

/** Members of classes that are read, written and called, annotations, proxies, enums, and variable handles. */
public class Members {
    @Retention(RetentionPolicy.RUNTIME)
    @interface Mark {
        String value() default "none";

        int number() default 3;
    }

    enum Colour {
        RED {
            @Override
            int number() {
                return 1;
            }
        },
        BLUE;

        int number() {
            return 0;
        }
    }

    static class Base {
        volatile int count;
    }

    @Mark("here")
    static class Sub extends Base {
        private int secret = 4;
        volatile Integer boxed = 1;

        private String join(String a, int b) {
            return a + b + secret;
        }
    }

    interface Greeter {
        String greet(String who);
    }

    public static void main(String[] args) throws Exception {
        Sub sub = (Sub) Class.forName("Members$Sub").getDeclaredConstructor().newInstance();
        Field field = Sub.class.getDeclaredField("secret");
        field.setAccessible(true);
        System.out.println(field.getInt(sub));
        field.setInt(sub, 10);
        Method method = Sub.class.getDeclaredMethod("join", String.class, int.class);
        method.setAccessible(true);
        System.out.println(method.invoke(sub, "a", 2));
        System.out.println(Modifier.isPrivate(method.getModifiers()));
        System.out.println(Sub.class.getAnnotation(Mark.class).value());
        System.out.println(Sub.class.getAnnotation(Mark.class).number());
        Greeter greeter = (Greeter) Proxy.newProxyInstance(
            Members.class.getClassLoader(), new Class<?>[] {Greeter.class}, (proxy, called, with) -> called.getName());
        System.out.println(greeter.greet("you"));
        System.out.println(Colour.valueOf("RED").number());
        System.out.println(Colour.RED.getDeclaringClass() == Colour.RED.getClass().getSuperclass());
        System.out.println(List.of("p", "q").toArray(new String[0]).getClass() == String[].class);
        VarHandle inherited = MethodHandles.lookup().findVarHandle(Sub.class, "count", int.class);
        System.out.println((int) inherited.getAndAdd(sub, 2));
        System.out.println(inherited.compareAndSet(sub, 2, 1));
        VarHandle boxed = MethodHandles.privateLookupIn(Sub.class, MethodHandles.lookup())
            .findVarHandle(Sub.class, "boxed", Integer.class);
        boxed.setVolatile(sub, 5);
        System.out.println((Integer) boxed.get(sub));
        try {
            Sub.class.getDeclaredField("nope");
        } catch (NoSuchFieldException e) {
            System.out.println(e.getMessage());
        }
    }
}
