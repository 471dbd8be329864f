/** Three users pin entries of a cache while three cleaners throw away entries that nobody has pinned; a cleaner looks too early. */
public class Cleaners {
    static class Entry {
        private int pins;
        private boolean gone;

        synchronized boolean pin() {
            if (gone) {
                return false;
            }
            pins++;
            return true;
        }

        synchronized boolean isPinned() {
            return pins > 0;
        }

        synchronized void use() {
            if (gone) {
                throw new IllegalStateException("used after it was thrown away");
            }
        }

        synchronized void unpin() {
            pins--;
        }

        synchronized void throwAway() {
            gone = true;
        }
    }

    static final Entry[] CACHE = {new Entry(), new Entry(), new Entry()};

    static void user(int first) {
        for (int i = 0; i < 3; i++) {
            Entry entry = CACHE[(first + i) % 3];
            if (entry.pin()) {
                entry.use();
                entry.unpin();
            }
        }
    }

    static void cleaner(int first) {
        for (int i = 0; i < 3; i++) {
            Entry entry = CACHE[(first + i) % 3];
            if (!entry.isPinned()) {
                entry.throwAway();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[6];
        for (int i = 0; i < 3; i++) {
            int first = i;
            threads[i] = new Thread(() -> user(first));
            threads[i + 3] = new Thread(() -> cleaner(first));
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
