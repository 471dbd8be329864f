import commute.ByMethod;

/** Classes that say that they are accessed by whole methods, and whether each of these is one step. */
public class Wholes {
    @ByMethod
    static class Log {
        private int count;
        private final int[] lines = new int[4];

        synchronized void add(int line) {
            if (count == 4) throw new IllegalStateException("full");
            lines[next()] = line;
        }

        private int next() {
            count += 1;
            return count - 1;
        }

        synchronized int last() {
            return lines[count - 1];
        }
    }

    static class Proved {
        static final Log log = new Log();

        public static void main(String[] args) throws Exception {
            two(() -> { log.add(1); assert log.last() == 1; });
        }
    }

    static class Bare {
        private int count;
        private final int[] lines = new int[4];

        synchronized void add(int line) {
            if (count == 4) throw new IllegalStateException("full");
            lines[next()] = line;
        }

        private int next() {
            count += 1;
            return count - 1;
        }

        synchronized int last() {
            return lines[count - 1];
        }
    }

    static class Unannotated {
        static final Bare log = new Bare();

        public static void main(String[] args) throws Exception {
            two(() -> { log.add(1); assert log.last() == 1; });
        }
    }

    @ByMethod
    static class Peeked {
        private int a, b;

        synchronized void bump() { a++; b++; }

        boolean isEven() { return (a + b) % 2 == 0; }
    }

    static class NotLocked {
        static final Peeked peeked = new Peeked();

        public static void main(String[] args) throws Exception {
            two(() -> { peeked.bump(); assert peeked.isEven(); });
        }
    }

    @ByMethod
    static class Lent {
        private final int[] lines;

        Lent(int[] lines) { this.lines = lines; }

        synchronized void bump() { lines[0] = lines[0] + 1; }
    }

    static class SharedArray {
        static final int[] lines = new int[1];
        static final Lent one = new Lent(lines), other = new Lent(lines);

        public static void main(String[] args) throws Exception {
            Thread t = new Thread(() -> one.bump()), u = new Thread(() -> other.bump());
            t.start(); u.start(); t.join(); u.join();
            assert lines[0] == 2;
        }
    }

    @ByMethod
    static class Copied {
        private int[] lines = new int[1];

        synchronized Copied copy() {
            Copied other = new Copied();
            other.lines = lines;
            return other;
        }

        synchronized void bump() { lines[0] = lines[0] + 1; }

        synchronized int get() { return lines[0]; }
    }

    static class HandedOn {
        static final Copied one = new Copied(), other = one.copy();

        public static void main(String[] args) throws Exception {
            Thread t = new Thread(() -> one.bump()), u = new Thread(() -> other.bump());
            t.start(); u.start(); t.join(); u.join();
            assert one.get() == 2;
        }
    }

    @ByMethod
    static class Other {
        private final int[] lines = new int[1];

        synchronized void bump(Other other) { other.lines[0] = other.lines[0] + 1; }

        synchronized int get() { return lines[0]; }
    }

    static class AnothersArray {
        static final Other one = new Other(), other = new Other();

        public static void main(String[] args) throws Exception {
            Thread t = new Thread(() -> one.bump(other)), u = new Thread(() -> other.bump(other));
            t.start(); u.start(); t.join(); u.join();
            assert other.get() == 2;
        }
    }

    @ByMethod
    static class Early {
        static Early known;
        private int a, b;

        Early() {
            known = this;
            a = 1;
            b = 1;
        }

        synchronized int difference() { return a - b; }
    }

    static class LeavesConstructor {
        public static void main(String[] args) throws Exception {
            Thread t = new Thread(() -> new Early());
            t.start();
            if (Early.known != null) assert Early.known.difference() == 0;
        }
    }

    static void two(Runnable task) throws Exception {
        Thread t = new Thread(task), u = new Thread(task);
        t.start(); u.start(); t.join(); u.join();
    }
}
