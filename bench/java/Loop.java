/** One thread that computes: 15 bytecodes a round, 10,000,000 rounds. */
public class Loop {
    static int result;
    public static void main(String[] args) {
        int a = 1;
        for (int i = 0; i < 10_000_000; i++) {
            a = a * 31 + i ^ a >>> 3;
        }
        result = a;
    }
}
