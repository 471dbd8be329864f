// What is known of the system, and what nobody has set.
public class KnownProperties {
    public static void main(String[] args) {
        assert System.getProperty("line.separator").equals("\n") && System.getProperty("file.separator").equals("/");
        assert System.getProperty("nobody.set.this") == null && System.getenv("NOBODY_SET_THIS") == null;
    }
}
