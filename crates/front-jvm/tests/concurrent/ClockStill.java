// Two readings need not be the same. Expected: assertion.
public class ClockStill {
    public static void main(String[] args) {
        long a = System.nanoTime();
        assert System.nanoTime() == a;
    }
}
