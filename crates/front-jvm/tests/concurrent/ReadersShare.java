// Two readers at once, a writer alone; a reader that reads again passes a writer that waits. Expected: holds.
import java.util.concurrent.locks.*;
public class ReadersShare {
    static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    static int data;
    static void read() {
        lock.readLock().lock();
        int first = data;
        lock.readLock().lock();
        if (data != first || lock.getReadHoldCount() != 2) throw new IllegalStateException();
        lock.readLock().unlock();
        lock.readLock().unlock();
    }
    public static void main(String[] args) throws InterruptedException {
        Thread reader = new Thread(ReadersShare::read);
        Thread writer = new Thread(() -> {
            lock.writeLock().lock();
            data++;
            if (lock.getReadLockCount() != 0) throw new IllegalStateException();
            lock.writeLock().unlock();
        });
        reader.start();
        writer.start();
        read();
        reader.join();
        writer.join();
        assert data == 1;
    }
}
