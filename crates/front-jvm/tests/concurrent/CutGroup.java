// A thread is in its group until it has ended.
public class CutGroup {
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> { });
        ThreadGroup mine = Thread.currentThread().getThreadGroup();
        assert t.getThreadGroup() == mine;
        t.start();
        t.join();
        assert t.getThreadGroup() == null;
    }
}
