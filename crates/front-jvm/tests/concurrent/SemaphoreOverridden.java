import java.util.concurrent.Semaphore;

/** What takes or gives one permit does not call what takes or gives several, which a subclass may have replaced. */
public class SemaphoreOverridden {
    static final class Counted extends Semaphore {
        Counted(int permits) {
            super(permits);
        }

        @Override
        public void acquire(int wanted) {
            throw new AssertionError("acquire");
        }

        @Override
        public boolean tryAcquire(int wanted) {
            throw new AssertionError("tryAcquire");
        }

        @Override
        public void release(int returned) {
            throw new AssertionError("release");
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Counted permits = new Counted(1);
        Thread thread = new Thread(permits::release);
        thread.start();
        permits.acquire();
        permits.acquire();
        if (permits.tryAcquire()) {
            throw new AssertionError("there is none left");
        }
        thread.join();
    }
}
