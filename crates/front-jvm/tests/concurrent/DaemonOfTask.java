import java.util.concurrent.ForkJoinPool;
// The threads of a pool are daemons, and so are those that their tasks make. Expected: holds.
public class DaemonOfTask {
    static volatile boolean daemon;

    public static void main(String[] args) throws Exception {
        new ForkJoinPool(1).submit(() -> {
            Thread waits = new Thread(() -> {
                synchronized (DaemonOfTask.class) {
                    try {
                        DaemonOfTask.class.wait();
                    } catch (InterruptedException e) {
                        assert false;
                    }
                }
            });
            daemon = waits.isDaemon();
            waits.start();
        }).get();
        assert daemon;
    }
}
