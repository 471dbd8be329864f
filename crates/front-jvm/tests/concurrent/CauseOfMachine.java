// The cause of an exception that the machine raised can be set, once. Expected: holds.
public class CauseOfMachine {
    public static void main(String[] args) {
        int[] none = null;
        try {
            none[0] = 1;
        } catch (NullPointerException e) {
            assert e.getCause() == null;
            e.initCause(new Error("why"));
            boolean refused = false;
            try { e.initCause(null); } catch (IllegalStateException again) { refused = true; }
            assert refused && e.getCause().getMessage().equals("why") && e.getSuppressed().length == 0;
        }
    }
}
