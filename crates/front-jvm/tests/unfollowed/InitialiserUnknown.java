// The program begins with what cannot be followed.
public class InitialiserUnknown {
    static final java.util.Date began = new java.util.Date();

    public static void main(String[] args) {
        assert began == null;
    }
}
