// A thread that an initialiser makes. Expected: holds.
public class ThreadInitialised {
    static final Thread T = new Thread(() -> { });
    static final InheritableThreadLocal<Integer> V = new InheritableThreadLocal<>();
    static { T.setDaemon(true); }
    public static void main(String[] args) throws Exception {
        assert T.isDaemon() && T.getName().equals("Thread-0") && !new Thread().isDaemon();
        V.set(3);
        T.start();
        T.join();
        assert V.get() == 3;
    }
}
