// Formatting. Expected: holds.
public class Formatting {
    static String line;
    static synchronized void say(int n) { line = String.format("%s has %d of %5.2f%n", "worker", n, 1.5); }
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> say(1));
        t.start(); say(2); t.join();
        assert line.equals("worker has 1 of  1.50\n") || line.equals("worker has 2 of  1.50\n");
    }
}
