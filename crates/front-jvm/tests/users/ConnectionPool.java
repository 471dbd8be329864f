import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
public class ConnectionPool implements AutoCloseable {
    interface Connection extends AutoCloseable {
        int execute(String sql);
        @Override void close();
        default boolean isValid() { return true; }
    }
    private class PooledConnection implements Connection {
        private final int number;
        private boolean inUse;
        PooledConnection(int number) { this.number = number; }
        public int execute(String sql) {
            if (!inUse) throw new IllegalStateException("connection " + number + " is not borrowed");
            return sql.length();
        }
        public void close() {
            inUse = false;
            if (!idle.offer(this)) throw new IllegalStateException("pool is full");
            permits.release();
        }
    }
    private final BlockingQueue<PooledConnection> idle;
    private final Semaphore permits;
    private volatile boolean closed;
    ConnectionPool(int size) {
        idle = new ArrayBlockingQueue<>(size);
        permits = new Semaphore(size);
        for (int i = 0; i < size; i++) idle.add(new PooledConnection(i));
    }
    Connection borrow() throws InterruptedException {
        if (closed) throw new IllegalStateException("closed");
        permits.acquire();
        PooledConnection c = idle.take();
        c.inUse = true;
        return c;
    }
    @Override public void close() { closed = true; }
    public static void main(String[] args) throws Exception {
        AtomicInteger done = new AtomicInteger();
        try (ConnectionPool pool = new ConnectionPool(1)) {
            Thread[] clients = new Thread[2];
            for (int i = 0; i < clients.length; i++) {
                clients[i] = new Thread(() -> {
                    try (Connection c = pool.borrow()) {
                        done.addAndGet(c.execute("select 1"));
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                });
                clients[i].start();
            }
            for (Thread t : clients) t.join();
        }
        if (done.get() != 16) throw new AssertionError(done);
    }
}
