// A thread that nobody waits for cannot be followed at all; what is wrong is elsewhere.
public class UnfollowedFirst {
    static int n;

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> Thread.activeCount()).start();
        Thread t = new Thread(() -> n++);
        Thread u = new Thread(() -> n++);
        t.start();
        u.start();
        t.join();
        u.join();
        assert n == 2 : "lost";
    }
}
