// Each thread has its own value. Expected: holds.
public class ThreadLocals {
    static final ThreadLocal<Integer> mine = ThreadLocal.withInitial(() -> 7);
    static int[] results = new int[2];
    static void work(int i) { mine.set(mine.get() + i); results[i] = mine.get(); }
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> work(1));
        t.start(); work(0); t.join();
        assert results[0] == 7 && results[1] == 8;
        mine.remove();
    }
}
