/** Where java may be slowed down; Commute tries all orders anyway. */
public final class Jitter {
    private Jitter() { }

    public static void at() {
    }
}
