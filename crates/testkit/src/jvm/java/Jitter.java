import java.util.concurrent.ThreadLocalRandom;

/** Slows threads down here and there. It must not sleep or park: that would be noticed by who is interrupted. */
public final class Jitter {
    private Jitter() { }

    /** How many of a thousand calls wait, and for how many microseconds at most; of the program that runs in a thread group. */
    static final class Mode {
        final int often;
        final int most;

        Mode(int often, int most) {
            this.often = often;
            this.most = most;
        }
    }

    static volatile Mode mode = new Mode(0, 0);

    public static void at() {
        Mode now = mode;
        ThreadLocalRandom random = ThreadLocalRandom.current();
        if (random.nextInt(1000) >= now.often) {
            return;
        }
        long end = System.nanoTime() + 1000L * random.nextInt(now.most + 1);
        do {
            Thread.yield();
        } while (System.nanoTime() < end);
    }
}
