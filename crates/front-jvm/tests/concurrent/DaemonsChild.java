// A thread that a daemon makes is a daemon. Expected: holds.
public class DaemonsChild {
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> new Thread(() -> {
            synchronized (args) { try { args.wait(); } catch (InterruptedException e) { } }
        }).start());
        t.setDaemon(true);
        t.start();
        t.join();
    }
}
