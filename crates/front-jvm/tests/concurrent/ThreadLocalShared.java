// What is thread-local is an object that all share. Expected: the assertion fails.
public class ThreadLocalShared {
    static final int[] cell = new int[1];
    static final ThreadLocal<int[]> mine = ThreadLocal.withInitial(() -> cell);
    static void work() { mine.get()[0]++; }
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(ThreadLocalShared::work);
        t.start(); work(); t.join();
        assert cell[0] == 2;
    }
}
