import net.jcip.annotations.GuardedBy;
import net.jcip.annotations.Immutable;
import net.jcip.annotations.NotThreadSafe;
import net.jcip.annotations.ThreadSafe;

/** What is said of the classes is true. */
public class Immutables {
    static class Base {
        int x;
    }

    /** Its fields are written before others can see it. */
    @Immutable static class Point extends Base {
        static int made;
        final int z = 1;
        int y;

        Point(int x, int y) {
            this.x = x;
            this.y = y;
        }
    }

    /** What it adds is not what was spoken of. */
    static class Named extends Point {
        String name;

        Named(int x, int y) { super(x, y); }
    }

    @ThreadSafe interface Shape {
        int area();
    }

    @ThreadSafe static class Tally implements Shape {
        static int made;
        @GuardedBy("this") int count;
        int last;
        volatile int peek;

        synchronized void add(Point point) {
            count++;
            last = point.x + point.y;
        }

        public synchronized int area() { return made + count + last; }
    }

    @NotThreadSafe static class Cursor {
        int at;
    }

    public static void main(String[] args) {
        Named point = new Named(1, 2);
        Tally tally = new Tally();
        Point other = new Point(3, 4);
        Cursor cursor = new Cursor();
        new Thread(() -> tally.add(point)).start();
        point.name = "a";
        tally.add(other);
        cursor.at = tally.area();
    }
}
