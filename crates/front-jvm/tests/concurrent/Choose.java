// The checker tries every choice. Expected: the assertion fails, for 2 only.
import commute.Verify;
public class Choose {
    public static void main(String[] args) {
        int n = Verify.choose(4);
        Verify.assume(n != 3);
        assert n * n != 4;
    }
}
