// A lazy value without a lock is made twice. Expected: the assertion fails.
public class LazyRace {
    static Object value;
    static Object get() { if (value == null) value = new Object(); return value; }
    public static void main(String[] args) throws InterruptedException {
        Object[] other = new Object[1];
        Thread t = new Thread(() -> other[0] = get());
        t.start(); Object mine = get(); t.join();
        assert mine == other[0];
    }
}
