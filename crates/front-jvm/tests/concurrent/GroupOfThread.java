// Threads have a group, whose handler is asked. Expected: holds.
public class GroupOfThread {
    static volatile Throwable caught;
    public static void main(String[] args) throws Exception {
        ThreadGroup g = Thread.currentThread().getThreadGroup();
        assert g != null && g.getParent() != null && g.getParent().getParent() == null;
        ThreadGroup mine = new ThreadGroup("mine") {
            public void uncaughtException(Thread t, Throwable e) { caught = e; }
        };
        Thread t = new Thread(mine, () -> { throw new IllegalStateException(); });
        assert t.getUncaughtExceptionHandler() == mine;
        t.start();
        t.join();
        assert caught instanceof IllegalStateException;
    }
}
