// An initialiser that reads what another class may have changed by then.
public class InitReadsTable {
    static final int[] table = {1, 2, 3};

    static class Copy {
        static final int FIRST = table[0];
    }

    public static void main(String[] args) {
        table[0] = 5;
        assert Copy.FIRST == 5;
    }
}
