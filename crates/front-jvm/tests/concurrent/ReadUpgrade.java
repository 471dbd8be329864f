// A reader that wants to write waits for itself. Expected: deadlock.
import java.util.concurrent.locks.ReentrantReadWriteLock;
public class ReadUpgrade {
    public static void main(String[] args) {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        lock.readLock().lock();
        lock.writeLock().lock();
    }
}
