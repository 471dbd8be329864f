import java.util.concurrent.CountDownLatch;

/** A wait that nobody interrupts. */
final class LatchUse {
    private LatchUse() {
    }

    static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException never) {
            throw new AssertionError();
        }
    }
}
