/** Two threads count, one update is lost. The field is volatile, so that there is no data race. */
public class LostUpdate {
    static class Counter {
        volatile int value;

        void increment() {
            value++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Counter counter = new Counter();
        Thread alice = new Thread(counter::increment, "alice");
        Thread bob = new Thread(counter::increment, "bob");
        alice.start();
        bob.start();
        alice.join();
        bob.join();
        if (counter.value != 2) {
            throw new AssertionError("expected 2 but was " + counter.value);
        }
    }
}
