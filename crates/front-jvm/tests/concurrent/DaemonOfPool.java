import java.util.concurrent.*;
// The usual threads of a pool are no daemons, though a daemon makes them. Expected: deadlock, the pool is not shut down.
public class DaemonOfPool {
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> Executors.newFixedThreadPool(1).execute(() -> { }));
        t.setDaemon(true);
        t.start();
        t.join();
    }
}
