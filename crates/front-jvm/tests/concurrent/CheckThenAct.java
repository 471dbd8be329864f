// Lazy initialisation without a lock: two instances may be made. Expected: the assertion fails.
public class CheckThenAct {
    static CheckThenAct instance;
    static int made;
    static synchronized void count() { made++; }
    static void get() { if (instance == null) { instance = new CheckThenAct(); count(); } }
    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> get());
        t.start(); get(); t.join();
        assert made == 1;
    }
}
