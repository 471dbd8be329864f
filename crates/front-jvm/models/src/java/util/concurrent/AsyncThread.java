package java.util.concurrent;

/**
 * The thread of an asynchronous task of a {@link CompletableFuture}. With more processors than one, tasks share threads, and find what
 * others have left there.
 */
final class AsyncThread extends Thread {
    /** Whether a task that has ended used thread locals. */
    private static boolean left;

    AsyncThread(Runnable task) {
        super(task);
    }

    public void run() {
        try {
            super.run();
        } finally {
            if (hasLocals()) {
                left = true;
            }
        }
    }

    protected void looksForLocals(boolean inherited) {
        if (left) {
            localsOfOthers();
        }
    }

    /** Refused: thread locals that another task may have left. */
    private static native void localsOfOthers();
}
