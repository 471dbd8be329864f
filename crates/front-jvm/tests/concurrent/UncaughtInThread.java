// An exception that nobody catches. Expected: an uncaught exception.
public class UncaughtInThread {
    static Object shared = new Object();
    public static void main(String[] args) {
        new Thread(() -> shared.toString().length()).start();
        shared = null;
    }
}
