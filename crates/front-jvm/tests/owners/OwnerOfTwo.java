// One task is given to two threads, so that it belongs to neither.
//
// Expected: an assertion.

public class OwnerOfTwo {
    static class Task implements Runnable {
        volatile int count;

        public void run() {
            int seen = count;
            count = seen + 1;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Task task = new Task();
        Thread first = new Thread(task);
        Thread second = new Thread(task);
        first.start();
        second.start();
        first.join();
        second.join();
        assert task.count == 2;
    }
}
