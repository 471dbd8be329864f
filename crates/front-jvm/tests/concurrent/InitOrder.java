// Superclasses come first, then interfaces that have default methods; others only when one of their fields is used.
import java.util.ArrayList;
import java.util.List;

public class InitOrder {
    static final List<String> log = new ArrayList<>();

    static int note(String what) {
        log.add(what);
        return log.size();
    }

    interface Plain {
        int P = note("Plain");
    }

    interface WithDefault {
        int D = note("WithDefault");

        default void nothing() {
        }
    }

    static class Base {
        static {
            note("Base");
        }
    }

    static class Derived extends Base implements Plain, WithDefault {
        static {
            note("Derived");
        }
    }

    public static void main(String[] args) {
        new Derived();
        assert log.toString().equals("[Base, WithDefault, Derived]") : log;
        assert Derived.P == 4;
        assert log.size() == 4;
    }
}
