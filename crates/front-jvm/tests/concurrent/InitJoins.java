// The initialiser of the main class waits for a thread that needs the class.
public class InitJoins {
    static int x;

    static {
        Thread t = new Thread(() -> x++);
        t.start();
        try {
            t.join();
        } catch (InterruptedException e) {
            x = -1;
        }
    }

    public static void main(String[] args) {
        assert x == 1;
    }
}
