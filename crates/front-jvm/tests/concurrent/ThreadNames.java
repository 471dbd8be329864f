// Names count the threads that are given none, in the order in which they are made. Expected: holds.
public class ThreadNames {
    static volatile String seen;
    public static void main(String[] args) throws Exception {
        Thread a = new Thread(() -> seen = Thread.currentThread().getName());
        Thread named = new Thread(() -> { }, "named");
        Thread b = new Thread();
        b.start();
        b.join();
        a.start();
        a.join();
        assert a.getName().equals("Thread-0") && named.getName().equals("named") && b.getName().equals("Thread-1");
        assert seen.equals("Thread-0") && Thread.currentThread().getName().equals("main");
        assert ("" + a).endsWith("Thread-0,5,]") && b.toString().contains("Thread-1,5");
    }
}
