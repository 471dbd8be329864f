// notify wakes the wrong one of two that wait for different things. Expected: deadlock.
public class NotifyWrong {
    static int turn = 1;
    static synchronized void await(int mine) {
        try { while (turn != mine) NotifyWrong.class.wait(); } catch (InterruptedException e) { throw new IllegalStateException(e); }
        turn++;
        NotifyWrong.class.notify();
    }
    public static void main(String[] args) {
        new Thread(() -> await(3)).start();
        new Thread(() -> await(2)).start();
        await(1);
    }
}
