// A thread that ends the program makes no step that others could see. But whether it was interrupted they could ask, and it was not any
// more: with a reduction only that was found. Expected: assertion.
public class ExitInterrupted {
    static int x;

    public static void main(String[] args) {
        Thread t = new Thread(() -> { if (x == 0) System.exit(0); });
        t.start();
        t.interrupt();
        assert !t.isInterrupted();
    }
}
