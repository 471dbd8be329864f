// Two threads do different things, and what is wrong depends on which of them was the first. Main joins them, so they are equal but for
// what they were given to run.

public class Targets {
    static volatile int ended;

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = {
            new Thread(() -> {
                assert ended == 0 : "this was the first one";
                ended = 1;
            }),
            new Thread(() -> {
                assert ended == 0 : "that was the first one";
                ended = 1;
            }),
        };
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
