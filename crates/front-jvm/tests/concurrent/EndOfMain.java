// So does the end of the main thread. Expected: holds.
public class EndOfMain {
    public static void main(String[] args) {
        Thread main = Thread.currentThread();
        new Thread(() -> {
            synchronized (main) {
                try { while (main.isAlive()) main.wait(); } catch (InterruptedException e) { throw new IllegalStateException(); }
            }
        }).start();
    }
}
