// The loader of a class of the program is not null, and not known.
public class UnknownLoader {
    public static void main(String[] args) {
        assert UnknownLoader.class.getClassLoader() == null;
    }
}
