import java.util.concurrent.atomic.AtomicInteger;

/** Virtual threads run like others; the update of a plain field can be lost. */
public class VirtualThreads {
    static int plain;
    static final AtomicInteger atomic = new AtomicInteger();

    public static void main(String[] args) throws InterruptedException {
        Runnable both = () -> {
            plain = plain + 1;
            atomic.incrementAndGet();
        };
        Thread first = Thread.startVirtualThread(both);
        Thread second = Thread.ofVirtual().name("second-", 1).start(both);
        first.join();
        second.join();
        assert first.isVirtual() && first.isDaemon() && second.getName().equals("second-1");
        assert atomic.get() == 2;
        assert plain == 2;
    }
}
