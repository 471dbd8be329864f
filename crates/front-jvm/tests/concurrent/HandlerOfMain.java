// The main thread asks the handler of all, too. Expected: holds.
public class HandlerOfMain {
    static volatile int asked;

    public static void main(String[] args) {
        Thread t = new Thread(() -> {
            while (asked == 0) {
                Thread.onSpinWait();
            }
            assert asked == 1;
        });
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> asked++);
        t.start();
        throw new IllegalStateException();
    }
}
