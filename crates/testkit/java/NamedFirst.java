/** Equal threads, but for the names that the JVM gave them; and they ask for these. */
public class NamedFirst {
    static String first;

    static void come() {
        synchronized (NamedFirst.class) {
            if (first == null) {
                first = Thread.currentThread().getName();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Runnable come = NamedFirst::come;
        Thread[] workers = {new Thread(come), new Thread(come)};
        for (Thread worker : workers) {
            worker.start();
        }
        for (Thread worker : workers) {
            worker.join();
        }
        assert first.equals("Thread-0");
    }
}
