// A lock as a resource of a try statement; the body throws. Expected: holds.
public class TryResource implements AutoCloseable {
    static boolean busy;
    TryResource() { synchronized (TryResource.class) { if (busy) throw new IllegalStateException("busy"); busy = true; } }
    @Override public void close() { synchronized (TryResource.class) { busy = false; } }
    static int failures;
    static void work() {
        try (TryResource resource = new TryResource()) {
            throw new RuntimeException("inside");
        } catch (IllegalStateException refused) {
            synchronized (TryResource.class) { failures += 10; }
        } catch (RuntimeException inside) {
            synchronized (TryResource.class) { failures++; }
        }
    }
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(TryResource::work);
        t.start(); work(); t.join();
        assert !busy && (failures == 2 || failures == 11);
    }
}
