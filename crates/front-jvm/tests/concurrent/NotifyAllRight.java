// notifyAll wakes both. Expected: holds.
public class NotifyAllRight {
    static int turn = 1;
    static synchronized void await(int mine) {
        try { while (turn != mine) NotifyAllRight.class.wait(); } catch (InterruptedException e) { throw new IllegalStateException(e); }
        turn++;
        NotifyAllRight.class.notifyAll();
    }
    public static void main(String[] args) {
        new Thread(() -> await(3)).start();
        new Thread(() -> await(2)).start();
        await(1);
    }
}
