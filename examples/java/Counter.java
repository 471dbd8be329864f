// A counter whose increments and decrements are counted under two locks. FQ03 section 2, as a Java program writes it.
//
// `count` exists only to say what is right; it is counted in the two highest bits, so that it is modulo 4 as x and y are.
//
// Expected: holds. With transactions for assertions only the values of x and y are left: 16 states, and the first.

import commute.Verify;
import java.util.concurrent.atomic.AtomicInteger;

public class Counter {
    static final int K = 4;
    static final int ONE = 1 << 30;
    static final Object mx = new Object();
    static final Object my = new Object();
    static final AtomicInteger count = new AtomicInteger();
    static int x;
    static int y;

    static void incr() {
        synchronized (mx) {
            int tx = x;
            count.getAndAdd(ONE);
            x = (tx + 1) % K;
        }
    }

    static void decr() {
        synchronized (my) {
            int ty = y;
            count.getAndAdd(-ONE);
            y = (ty + 1) % K;
        }
    }

    static void read() {
        synchronized (mx) {
            int tx = x;
            synchronized (my) {
                int ty = y;
                assert count.get() >>> 30 == (tx - ty & K - 1) : "what was counted up and down";
            }
        }
    }

    static class User extends Thread {
        public void run() {
            while (true) {
                switch (Verify.choose(3)) {
                    case 0 -> incr();
                    case 1 -> decr();
                    default -> read();
                }
            }
        }
    }

    public static void main(String[] args) {
        new User().start();
        new User().start();
    }
}
