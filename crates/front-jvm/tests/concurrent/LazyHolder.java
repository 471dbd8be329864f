// A lazy value in a holder class is made once. Expected: holds.
public class LazyHolder {
    static int made;
    static class Holder { static final Object VALUE = make(); }
    static Object make() { made++; return new Object(); }
    public static void main(String[] args) throws InterruptedException {
        Object[] other = new Object[1];
        Thread t = new Thread(() -> other[0] = Holder.VALUE);
        t.start(); Object mine = Holder.VALUE; t.join();
        assert mine == other[0] && made == 1;
    }
}
