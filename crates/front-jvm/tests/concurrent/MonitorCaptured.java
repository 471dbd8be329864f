// A thread is the second thing that a lambda captures, as an Object: its end wakes whoever waits for it there.
public class MonitorCaptured {
    static void await(Object other, Object ended) {
        Runnable wait = () -> {
            assert other != null;
            synchronized (ended) {
                while (((Thread) ended).isAlive()) {
                    try {
                        ended.wait();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                }
            }
        };
        wait.run();
    }

    public static void main(String[] args) {
        Thread t = new Thread(() -> { });
        t.start();
        await(new int[0], t);
    }
}
