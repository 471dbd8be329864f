// Two threads flip a bit under a lock that does not refer to it. DHRR04 Fig. 6.
//
// Expected: holds. The threads never end.

public class LDlock {
    public boolean b;

    public static void main(String[] args) {
        Object sync = new Object();
        LDlock ldlock = new LDlock();
        new Process(sync, ldlock).start();
        new Process(sync, ldlock).start();
    }
}

class Process extends Thread {
    Object sync;
    LDlock ldlock;

    public Process(Object sync, LDlock ldlock) {
        this.sync = sync;
        this.ldlock = ldlock;
    }

    public void run() {
        while (true) {
            synchronized (sync) {
                ldlock.b = !ldlock.b;
            }
        }
    }
}
