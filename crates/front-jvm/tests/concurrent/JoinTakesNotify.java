// Who joins waits on the thread, so that one notify may go to it and not to the other who waits. Expected: deadlock.
public class JoinTakesNotify {
    static boolean ready;
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> { synchronized (args) { try { args.wait(); } catch (InterruptedException e) { } } });
        t.setDaemon(true);
        t.start();
        Thread joins = new Thread(() -> { try { t.join(); } catch (InterruptedException e) { } });
        joins.setDaemon(true);
        joins.start();
        Thread waits = new Thread(() -> {
            synchronized (t) { while (!ready) { try { t.wait(); } catch (InterruptedException e) { } } }
        });
        waits.start();
        synchronized (t) { ready = true; t.notify(); }
    }
}
