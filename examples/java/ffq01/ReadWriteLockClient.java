/**
 * A read-write lock and two clients, FFQ01 section 6.2. The paper's w is the thread that writes, and its r the set of those that read;
 * with one reader a truth value says whether it is in the set.
 *
 * Expected: proved. What the paper's RWA_i says, that only a thread itself enters and leaves, is seen, and RWI is found.
 */
@EnvAssumption("thread(reader) && reads => x' == x")
public class ReadWriteLockClient {
    private static final Object monitor = new Object();
    private static volatile int w;
    private static volatile boolean reads;
    private static volatile int x;
    private static int y;

    static void beginWrite(int i) throws InterruptedException {
        synchronized (monitor) {
            while (w != 0 || reads) monitor.wait();
            w = i;
        }
    }

    static void endWrite(int i) {
        synchronized (monitor) {
            assert w == i;
            w = 0;
            monitor.notifyAll();
        }
    }

    static void beginRead() throws InterruptedException {
        synchronized (monitor) {
            while (w != 0) monitor.wait();
            reads = true;
        }
    }

    static void endRead() {
        synchronized (monitor) {
            assert reads;
            reads = false;
            monitor.notifyAll();
        }
    }

    static void writer() {
        try {
            beginWrite(1);
            x = 3;
            endWrite(1);
        } catch (InterruptedException e) {
            // it does not write
        }
    }

    static void reader() {
        try {
            beginRead();
            y = x;
            assert y == x;
            endRead();
        } catch (InterruptedException e) {
            // it does not read
        }
    }

    public static void main(String[] arguments) {
        new Thread(ReadWriteLockClient::writer).start();
        new Thread(ReadWriteLockClient::reader).start();
    }
}

@interface EnvAssumption { String[] value(); }
