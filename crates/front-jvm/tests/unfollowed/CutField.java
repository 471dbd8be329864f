// A field of the library whose value is not known here: not null, and not zero.
public class CutField {
    public static void main(String[] args) {
        assert java.util.jar.Attributes.Name.MAIN_CLASS != null;
        assert java.util.concurrent.ThreadLocalRandom.current().nextGaussian() != 7;
        assert java.lang.invoke.MethodHandles.Lookup.PUBLIC == 1;
        assert java.lang.invoke.MethodType.genericMethodType(0) != null;
    }
}
