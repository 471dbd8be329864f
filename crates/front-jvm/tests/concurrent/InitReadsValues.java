// An array that is called what the constants of an enum are called, but is nobody's secret: an initialiser reads what was written by then.
public class InitReadsValues {
    static final class Table {
        static final int[] $VALUES = make();

        static int[] make() {
            return new int[] {1, 2, 3};
        }
    }

    static class Copy {
        static final int FIRST = Table.$VALUES[0];
    }

    public static void main(String[] args) {
        Table.$VALUES[0] = 5;
        assert Copy.FIRST == 5;
    }
}
