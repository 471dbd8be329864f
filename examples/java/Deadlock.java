// Two threads enter two monitors in opposite order. The Deadlock example of DHRR04 section 8, whose listing is not in the
// paper.
//
// Expected: deadlock.

public class Deadlock {
    public static void main(String[] args) {
        Object a = new Object();
        Object b = new Object();
        (new Process(a, b)).start();
        (new Process(b, a)).start();
    }
}

class Process extends Thread {
    Object first;
    Object second;

    Process(Object first, Object second) {
        this.first = first;
        this.second = second;
    }

    public void run() {
        synchronized (first) {
            synchronized (second) {
            }
        }
    }
}
