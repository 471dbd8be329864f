// Times add up. Expected: holds.
public class ClockAddsUp {
    public static void main(String[] args) throws Exception {
        long start = System.nanoTime(), millis = System.currentTimeMillis();
        for (int i = 0; i < 5; i++) Thread.sleep(10);
        assert System.nanoTime() - start >= 50_000_000L;
        assert System.currentTimeMillis() - millis >= 50;
    }
}
