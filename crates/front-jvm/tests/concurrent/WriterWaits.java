// A reader waits for another thread, which wants to read too but stands behind a writer. Expected: deadlock.
import java.util.concurrent.locks.*;
public class WriterWaits {
    static final ReadWriteLock lock = new ReentrantReadWriteLock();
    public static void main(String[] args) throws InterruptedException {
        lock.readLock().lock();
        Thread writer = new Thread(() -> { lock.writeLock().lock(); lock.writeLock().unlock(); });
        Thread reader = new Thread(() -> { lock.readLock().lock(); lock.readLock().unlock(); });
        writer.start();
        reader.start();
        reader.join();
        lock.readLock().unlock();
    }
}
