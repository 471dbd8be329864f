// main looks at what belongs to a Writer, while another thread starts that one.
//
// Expected: an assertion.

public class OwnerStartedByOther {
    static volatile int value;

    static class Writer extends Thread {
        public void run() {
            value = 1;
            value = 2;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread starter = new Thread(() -> new Writer().start());
        starter.start();
        int seen = value;
        assert seen == value;
        starter.join();
    }
}
