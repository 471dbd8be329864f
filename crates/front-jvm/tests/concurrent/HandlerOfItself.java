// A thread sets its own handler of what it does not catch, and is joined after that. Expected: holds.
public class HandlerOfItself {
    public static void main(String[] args) throws Exception {
        int[] n = { 0 };
        Thread t = new Thread(() -> {
            Thread.currentThread().setUncaughtExceptionHandler((u, e) -> n[0]++);
            throw new Error();
        });
        t.start();
        t.join();
        assert n[0] == 1;
    }
}
