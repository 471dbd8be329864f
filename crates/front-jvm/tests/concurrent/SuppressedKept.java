// What was suppressed can be asked for. Expected: holds.
public class SuppressedKept {
    public static void main(String[] args) {
        RuntimeException e = new RuntimeException();
        e.addSuppressed(new RuntimeException());
        assert e.getSuppressed().length == 1;
    }
}
