/** An exception with fields, one of which leads to it. */
public class Sad extends Exception {
    private static final long serialVersionUID = 1;

    final int[] why;
    final Object self = this;

    Sad(String message, Throwable cause, int... why) {
        super(message, cause);
        this.why = why;
    }
}
