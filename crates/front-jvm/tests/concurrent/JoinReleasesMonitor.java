// join waits on the monitor of the thread, and so gives it back. Expected: holds.
public class JoinReleasesMonitor {
    public static void main(String[] args) throws Exception {
        Thread t = new Thread() { public void run() { synchronized (this) { } } };
        synchronized (t) { t.start(); t.join(); }
    }
}
