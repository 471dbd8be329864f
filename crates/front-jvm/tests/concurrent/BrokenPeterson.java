// Peterson's algorithm without the turn. Expected: the assertion fails.
public class BrokenPeterson {
    static boolean[] wants = new boolean[2];
    static int inside;
    static void enter(int me) {
        while (wants[1 - me]) { Thread.yield(); }
        wants[me] = true;
        inside++;
        assert inside == 1;
        inside--;
        wants[me] = false;
    }
    public static void main(String[] args) {
        new Thread(() -> enter(0)).start();
        new Thread(() -> enter(1)).start();
    }
}
