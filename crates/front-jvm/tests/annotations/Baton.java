// Two threads write a field in turn; who has it is said by a field beside it.
//
// Expected: holds.

import commute.Communication;
import commute.Exclusive;
import commute.Unshared;

public class Baton {
    static final Object LOCK = new Object();
    static volatile Thread next;
    @Communication static volatile int rounds;
    @Unshared static int started;
    @Exclusive("next == Thread.currentThread() && rounds >= 0 || next == null && Thread.holdsLock(LOCK)")
    static int count;

    static class Runner extends Thread {
        Runner other;

        public void run() {
            while (next != this) {
            }
            count++;
            rounds = count;
            next = other;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Runner first = new Runner();
        Runner second = new Runner();
        first.other = second;
        first.start();
        second.start();
        started = 2;
        synchronized (LOCK) {
            count = 0;
        }
        next = first;
    }
}
