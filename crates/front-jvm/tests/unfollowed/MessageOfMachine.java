// What the machine says of an index is not known; that it says something is.
public class MessageOfMachine {
    public static void main(String[] args) {
        try {
            args[1] = "";
        } catch (ArrayIndexOutOfBoundsException e) {
            // The message is that of the cause, and is not asked for.
            assert new RuntimeException(e).getCause() == e;
            assert e.getMessage() == null;
        }
    }
}
