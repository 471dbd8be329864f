// Priority and group are inherited as well. Expected: holds.
public class DaemonAndPriority {
    static volatile boolean right;
    public static void main(String[] args) throws Exception {
        ThreadGroup group = new ThreadGroup("mine");
        Thread t = new Thread(group, () -> {
            Thread child = new Thread(() -> { });
            right = child.isDaemon() && child.getPriority() == 7 && child.getThreadGroup() == group
                && group.getParent() == Thread.currentThread().getThreadGroup().getParent();
        });
        t.setDaemon(true);
        t.setPriority(7);
        t.start();
        t.join();
        assert right && new Thread().getPriority() == 5 && !new Thread().isDaemon() && t.getThreadGroup() == null;
        assert Thread.currentThread().getThreadGroup().getName().equals("main");
    }
}
