// The program begins with what cannot be followed.
public class InitialiserUnknown {
    static final boolean bound = new java.net.Socket().isBound();

    public static void main(String[] args) {
        assert !bound;
    }
}
