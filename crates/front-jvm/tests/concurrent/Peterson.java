// Peterson's algorithm. Expected: holds.
public class Peterson {
    static boolean[] wants = new boolean[2];
    static int turn;
    static int inside;
    static void enter(int me) {
        wants[me] = true;
        turn = 1 - me;
        while (wants[1 - me] && turn == 1 - me) { Thread.yield(); }
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
