// Unless it says otherwise. Expected: deadlock.
public class DaemonsChildSet {
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            Thread child = new Thread(() -> {
                synchronized (args) { try { args.wait(); } catch (InterruptedException e) { } }
            });
            assert child.isDaemon();
            child.setDaemon(false);
            child.start();
        });
        t.setDaemon(true);
        t.start();
        t.join();
    }
}
