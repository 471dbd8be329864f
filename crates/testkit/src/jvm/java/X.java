/** What an operation came to, as a small number: the same for Commute and for java. */
public final class X {
    private X() { }

    public static int z(boolean b) {
        return b ? 3 : 2;
    }

    public static int i(int n) {
        return -4 <= n && n <= 15 ? 9 + n : 25;
    }

    public static int o(Object o) {
        if (o == null) return 4;
        return o instanceof Integer ? i((Integer) o) : 25;
    }

    /** What no compiler takes for a constant. */
    public static int id(int n) {
        return n;
    }

    /** Subclasses come before their superclasses. */
    public static int t(Throwable t) {
        if (t instanceof InterruptedException) return 26;
        if (t instanceof IllegalThreadStateException) return 27;
        if (t instanceof IllegalMonitorStateException) return 28;
        if (t instanceof NullPointerException) return 29;
        if (t instanceof java.util.concurrent.CancellationException) return 30;
        if (t instanceof IllegalStateException) return 31;
        if (t instanceof IllegalArgumentException) return 32;
        if (t instanceof java.util.concurrent.TimeoutException) return 33;
        if (t instanceof java.util.concurrent.BrokenBarrierException) return 34;
        if (t instanceof java.util.concurrent.ExecutionException) return t.getCause() instanceof IllegalStateException ? 35 : 36;
        if (t instanceof java.util.concurrent.CompletionException) return t.getCause() instanceof IllegalStateException ? 37 : 38;
        if (t instanceof java.util.concurrent.RejectedExecutionException) return 39;
        if (t instanceof ExceptionInInitializerError) return t.getCause() instanceof IllegalStateException ? 40 : 41;
        if (t instanceof NoClassDefFoundError) return 42;
        if (t instanceof ArrayIndexOutOfBoundsException) return 43;
        if (t instanceof IndexOutOfBoundsException) return 44;
        if (t instanceof ArithmeticException) return 45;
        if (t instanceof ClassCastException) return 46;
        if (t instanceof java.util.NoSuchElementException) return 47;
        if (t instanceof UnsupportedOperationException) return 48;
        if (t instanceof RuntimeException) return 49;
        if (t instanceof Error) return 50;
        return 51;
    }

    /** Waits for the end of a thread, whatever happens. */
    public static void join(Thread t) {
        for (;;) {
            try {
                t.join();
                return;
            } catch (InterruptedException e) {
                // Interrupts are not about this.
            }
        }
    }
}
