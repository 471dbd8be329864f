// One thread comes to what cannot be followed; the other fails whatever it does.
public class UnfollowedOther {
    static volatile int x;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            x = 1;
            Thread.activeCount();
        });
        t.start();
        assert x == 0 : "it was faster";
        t.join();
    }
}
