// The program begins with what cannot be followed.
public class InitialiserUnknown {
    static final boolean finished = new java.util.zip.Inflater().finished();

    public static void main(String[] args) {
        assert !finished;
    }
}
