// Somebody else is in the monitor of a thread for ever: it does not end, and who joins it waits. Expected: deadlock.
public class JoinHeldByOther {
    static volatile boolean started;
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> { });
        Object never = new Object();
        Thread holder = new Thread(() -> {
            synchronized (t) {
                t.start();
                started = true;
                synchronized (never) { try { never.wait(); } catch (InterruptedException e) { } }
            }
        });
        holder.setDaemon(true);
        holder.start();
        while (!started) { }
        assert t.isAlive();
        t.join();
    }
}
