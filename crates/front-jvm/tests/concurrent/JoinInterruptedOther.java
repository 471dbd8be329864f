// A thread that joins is interrupted by another: that ends the join. Expected: assertion (both ends happen).
public class JoinInterruptedOther {
    static volatile boolean thrown;
    public static void main(String[] args) throws Exception {
        Thread slow = new Thread(() -> { synchronized (args) { } });
        Thread joins = new Thread(() -> { try { slow.join(); } catch (InterruptedException e) { thrown = true; } });
        synchronized (args) {
            slow.start();
            joins.start();
            joins.interrupt();
            joins.join();
        }
        slow.join();
        assert !thrown;
    }
}
