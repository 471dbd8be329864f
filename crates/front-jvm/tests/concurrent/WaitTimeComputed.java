// A time that is computed may be negative. Expected: exception, of wait.
public class WaitTimeComputed {
    static volatile int left = 1;
    public static void main(String[] args) throws Exception {
        Thread t = new Thread(() -> left = -1);
        t.start();
        synchronized (args) { args.wait(left); }
        t.join();
    }
}
