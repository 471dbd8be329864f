// What belongs to a thread that was started: a field of the thread, what it was given, what the only thread of its kind uses. main has it
// before the start, and again after the end.
//
// Expected: holds.

public class OwnedByThreads {
    static int done;

    static class Worker extends Thread {
        final int[] given;
        int steps;

        Worker(int[] given) {
            this.given = given;
        }

        public void run() {
            for (int i = 0; i < given.length; i++) {
                given[i]++;
                steps++;
            }
        }
    }

    static class Counter extends Thread {
        public void run() {
            done++;
            done++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int[] first = {1};
        int[] second = {2};
        Worker[] workers = {new Worker(first), new Worker(second)};
        Thread counter = new Counter();
        workers[0].start();
        second[0]++;
        workers[1].start();
        done = 1;
        counter.start();
        workers[0].join();
        assert first[0] == 2 && workers[0].steps == 1;
        counter.join();
        assert done == 3;
        workers[1].join();
        assert second[0] == 4 && workers[1].steps == 1;
    }
}
