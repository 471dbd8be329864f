// Constants, arrays, class literals, tests of types and inherited methods do not initialise a class.
public class InitNotTriggered {
    static int count;

    static class Base {
        static int inherited() {
            return 1;
        }
    }

    static class Counted extends Base {
        static final int CONSTANT = 7;
        static final String TEXT = "text";

        static {
            count++;
        }
    }

    public static void main(String[] args) {
        Object[] array = new Counted[1];
        Object o = array;
        assert Counted.CONSTANT == 7 && Counted.TEXT.equals("text");
        assert !(o instanceof Counted) && (Object) Counted.class != Base.class;
        assert Counted.inherited() == 1;
        assert count == 0 : "initialised";
        new Counted();
        assert count == 1;
    }
}
