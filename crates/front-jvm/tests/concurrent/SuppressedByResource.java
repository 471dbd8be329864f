// What close throws is suppressed in favour of what the block threw. Expected: holds.
public class SuppressedByResource implements AutoCloseable {
    public void close() { throw new IllegalStateException("close"); }
    static volatile boolean seen;
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> {
            try (SuppressedByResource a = new SuppressedByResource(); SuppressedByResource b = new SuppressedByResource()) {
                throw new IllegalArgumentException("block");
            } catch (IllegalArgumentException e) {
                seen = e.getSuppressed().length == 2 && e.getSuppressed()[0].getMessage().equals("close");
            }
        });
        t.start();
        t.join();
        assert seen;
    }
}
