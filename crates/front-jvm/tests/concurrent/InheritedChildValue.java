// By way of childValue, when the thread is made, and what the child sets is its own. Expected: holds.
public class InheritedChildValue {
    static final InheritableThreadLocal<Integer> DEPTH = new InheritableThreadLocal<>() {
        protected Integer childValue(Integer parent) { return parent + 1; }
    };
    static volatile int seen;
    public static void main(String[] args) throws Exception {
        DEPTH.set(1);
        Thread t = new Thread(() -> {
            Thread inner = new Thread(() -> { seen = DEPTH.get(); DEPTH.set(50); });
            inner.start();
            try { inner.join(); } catch (InterruptedException e) { }
            assert DEPTH.get() == 2;
        });
        DEPTH.set(9);
        t.start();
        t.join();
        assert seen == 3 && DEPTH.get() == 9;
    }
}
