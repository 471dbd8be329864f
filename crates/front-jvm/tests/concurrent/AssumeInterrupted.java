// As ExitInterrupted: an execution that is given up.
// Expected: assertion.
import commute.Verify;

public class AssumeInterrupted {
    static final Object o = new Object();
    static boolean seen;

    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> { synchronized (o) { Verify.assume(seen); } });
        t.start();
        t.interrupt();
        Thread other = new Thread(() -> { assert !t.isInterrupted(); });
        other.start();
    }
}
