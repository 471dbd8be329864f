import net.jcip.annotations.GuardedBy;

/** What is said is true; of one field it is not understood. */
public class Guarded {
    private final Object lock = new Object();
    @GuardedBy("this") private int mine;
    @GuardedBy("lock") private int ours;
    @GuardedBy("Guarded.class") private static int all;

    private final Part part = new Part();

    /** Guarded by the object of another class. */
    static class Part {
        @GuardedBy("Guarded.class") private int others;
        @GuardedBy("Guarded$Part.class") private int own;

        void work() {
            synchronized (Guarded.class) { others++; }
            synchronized (Part.class) { own++; }
        }
    }

    void work() {
        part.work();
        synchronized (this) { mine++; }
        synchronized (lock) { ours++; }
        synchronized (Guarded.class) { all++; }
    }

    public static void main(String[] args) {
        Guarded it = new Guarded();
        new Thread(it::work).start();
        it.work();
    }
}
