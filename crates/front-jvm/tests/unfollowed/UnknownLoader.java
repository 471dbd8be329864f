// Of the loader of a class of the program nothing is known but that there is one.
public class UnknownLoader {
    public static void main(String[] args) {
        assert UnknownLoader.class.getClassLoader().getParent() != null;
    }
}
