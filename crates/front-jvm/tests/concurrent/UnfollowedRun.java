// Between a write and what cannot be followed is nothing that others could see; they see the write.
public class UnfollowedRun {
    static int x;
    static final Object lock = new Object();

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            synchronized (lock) {
                x = 1;
            }
            int[] own = new int[2];
            own[1] = 3;
            Thread.activeCount();
        });
        t.start();
        synchronized (lock) {
            assert x == 0;
        }
    }
}
