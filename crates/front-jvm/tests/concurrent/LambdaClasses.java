// Objects of lambdas have classes, and can be asked for them.
import java.util.function.Supplier;

public class LambdaClasses {
    public static void main(String[] args) {
        Runnable r = () -> { };
        Supplier<Runnable> s = () -> r;
        Object[] all = {r, s, "x", new int[1], new String[1], 3};
        for (Object o : all) {
            assert o.getClass().isInstance(o) : "an object of its class";
            assert !o.getClass().isInstance(null);
        }
        assert !r.getClass().isInstance(s) && s.getClass() == s.getClass();
        assert r.getClass().getSuperclass() == Object.class;
        assert Runnable.class.isInstance(s.get()) && !Runnable.class.isInstance(s);
        assert Object[].class.isInstance(all[4]) && !Object[].class.isInstance(all[3]);
    }
}
