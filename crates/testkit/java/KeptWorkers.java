/** An array of threads is looked at after they were joined: what is in it tells them apart, although they do the same. */
public class KeptWorkers {
    static int next;

    static class Worker extends Thread {
        int got;

        @Override
        public void run() {
            synchronized (KeptWorkers.class) {
                got = next++;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Worker[] workers = {new Worker(), new Worker()};
        for (Worker worker : workers) {
            worker.start();
        }
        for (Worker worker : workers) {
            worker.join();
        }
        assert next == 2;
        assert workers[0].got == 0;
    }
}
