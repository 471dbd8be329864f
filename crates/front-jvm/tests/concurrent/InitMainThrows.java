// The initialiser of the main class fails, before anything else happens.
public class InitMainThrows {
    static int zero;
    static int value = 1 / zero;

    public static void main(String[] args) {
        assert value == 0;
    }
}
