// Two threads add to one exception: nothing is lost, it is synchronized. Expected: holds.
public class SuppressedShared {
    public static void main(String[] args) throws Exception {
        Exception e = new Exception();
        Thread t = new Thread(() -> e.addSuppressed(new Error("t")));
        t.start();
        e.addSuppressed(new Error("main"));
        t.join();
        assert e.getSuppressed().length == 2;
    }
}
