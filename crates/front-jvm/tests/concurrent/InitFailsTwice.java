// The first use of a class whose initialiser fails gives what is wrong, every later one that there is no such class.
public class InitFailsTwice {
    static int zero;

    static class Broken {
        static int value = 1 / zero;
    }

    static class BrokenBelow extends Broken {
        static int other = 2;
    }

    static class Error2 {
        static {
            if (zero == 0) {
                throw new IllegalAccessError("as it is");
            }
        }

        static void touch() {
        }
    }

    public static void main(String[] args) {
        try {
            System.out.print(Broken.value);
            assert false;
        } catch (ExceptionInInitializerError e) {
            assert e.getCause() instanceof ArithmeticException;
        }
        try {
            System.out.print(Broken.value);
            assert false;
        } catch (NoClassDefFoundError e) {
            zero = 1;
        }
        try {
            System.out.print(BrokenBelow.other);
            assert false;
        } catch (NoClassDefFoundError e) {
            zero = 0;
        }
        try {
            Error2.touch();
            assert false;
        } catch (IllegalAccessError e) {
            assert e.getMessage().equals("as it is");
        }
    }
}
