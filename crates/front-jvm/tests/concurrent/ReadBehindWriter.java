import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.*;
// Who reads waits behind a writer that waits, and its time may be up there. Expected: uncaught exception.
public class ReadBehindWriter {
    static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();

    public static void main(String[] args) throws InterruptedException {
        lock.readLock().lock();
        Thread writes = new Thread(() -> {
            lock.writeLock().lock();
            lock.writeLock().unlock();
        });
        boolean[] read = new boolean[1];
        Thread reads = new Thread(() -> {
            try {
                read[0] = lock.readLock().tryLock(1, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                return;
            }
            if (read[0]) {
                lock.readLock().unlock();
            }
        });
        writes.start();
        reads.start();
        reads.join();
        lock.readLock().unlock();
        assert read[0];
    }
}
