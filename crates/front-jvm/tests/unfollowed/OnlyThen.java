// Only one order of two threads leads to what cannot be followed; nothing else is wrong.
public class OnlyThen {
    static volatile boolean done;

    static void report() {
        System.getProperty("java.version");
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> done = true);
        t.start();
        if (!done) {
            report();
        }
        t.join();
        assert done;
    }
}
