/** Runs some things at once, and waits for all of them. */
final class Threads {
    interface Body { void run() throws Exception; }

    static Thread start(Body body) {
        Thread thread = new Thread(() -> {
            try {
                body.run();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        thread.start();
        return thread;
    }

    static void together(Body... bodies) throws InterruptedException {
        Thread[] threads = new Thread[bodies.length];
        for (int i = 0; i < bodies.length; i++) threads[i] = start(bodies[i]);
        for (Thread thread : threads) thread.join();
    }
}
