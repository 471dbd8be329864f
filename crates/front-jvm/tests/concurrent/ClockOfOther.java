// What another thread has waited for has passed for who joins it. Expected: assertion.
public class ClockOfOther {
    public static void main(String[] args) throws Exception {
        long start = System.nanoTime();
        Thread t = new Thread(() -> { try { Thread.sleep(10); } catch (InterruptedException e) { } });
        t.start();
        t.join();
        assert System.nanoTime() - start < 10_000_000L;
    }
}
