/** Three threads with two increments under a lock and two without. */
public class Mixed {
    static int locked, racy;
    static synchronized void add() { locked++; }
    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) {
            new Thread(() -> { add(); racy++; add(); racy++; }).start();
        }
    }
}
