// A thread takes a box that main has, by a field of its own that it writes itself.
//
// Expected: an assertion.

public class OwnerGivenLater {
    static final Box BOX = new Box();

    static class Box {
        volatile int value;
    }

    static class Taker extends Thread {
        Box box;

        public void run() {
            box = BOX;
            box.value = 1;
            box.value = 2;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread taker = new Taker();
        taker.start();
        int seen = BOX.value;
        assert seen == BOX.value;
        taker.join();
    }
}
