import java.util.concurrent.atomic.AtomicInteger;

/** Each call is atomic, two of them are not. */
public class AtomicMisuse {
    private final AtomicInteger tickets = new AtomicInteger(1);
    private final AtomicInteger sold = new AtomicInteger();

    void sell() {
        if (tickets.get() > 0) {
            tickets.decrementAndGet();
            sold.incrementAndGet();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        AtomicMisuse office = new AtomicMisuse();
        Thread counter = new Thread(office::sell);
        Thread website = new Thread(office::sell);
        counter.start();
        website.start();
        counter.join();
        website.join();
        if (office.sold.get() > 1) {
            throw new IllegalStateException("sold " + office.sold + " of 1");
        }
    }
}
