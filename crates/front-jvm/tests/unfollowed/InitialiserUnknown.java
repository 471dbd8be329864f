// The program begins with what cannot be followed.
public class InitialiserUnknown {
    static final boolean there = new java.io.File("nowhere").exists();

    public static void main(String[] args) {
        assert !there;
    }
}
