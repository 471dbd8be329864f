/** The consumer looks, the producer notifies, and only then the consumer waits: for ever. */
public class LostNotification {
    private final Object monitor = new Object();
    private volatile boolean ready;

    void await() throws InterruptedException {
        if (!ready) {
            synchronized (monitor) {
                monitor.wait();
            }
        }
    }

    void signal() {
        ready = true;
        synchronized (monitor) {
            monitor.notify();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        LostNotification gate = new LostNotification();
        Thread producer = new Thread(gate::signal, "producer");
        producer.start();
        gate.await();
        producer.join();
    }
}
