/** There is less than that. */
public class TooLittle extends Exception {
    private static final long serialVersionUID = 1;

    final int there;

    TooLittle(int there) {
        super("only " + there);
        this.there = there;
    }
}
