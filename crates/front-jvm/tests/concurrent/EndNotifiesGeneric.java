import java.util.*;
// A thread as a monitor, by way of a list and of a generic method. Expected: holds.
public class EndNotifiesGeneric {
    static <T> void hold(T lock, Runnable body) { synchronized (lock) { body.run(); } }
    public static void main(String[] args) {
        List<Thread> threads = new ArrayList<>();
        threads.add(new Thread(() -> { }));
        Thread t = threads.get(0);
        hold(t, () -> {
            t.start();
            try { while (t.isAlive()) t.wait(); } catch (InterruptedException e) { throw new IllegalStateException(); }
        });
    }
}
