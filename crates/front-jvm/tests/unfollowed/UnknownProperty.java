// A system property that every program has.
public class UnknownProperty {
    public static void main(String[] args) {
        assert System.getProperty("java.version") == null;
    }
}
