import net.jcip.annotations.GuardedBy;

/** What is said is true of two fields and false of the third. */
public class Guarded {
    private final Object lock = new Object();
    @GuardedBy("this") private int mine;
    @GuardedBy("lock") private int ours;
    @GuardedBy("Guarded.class") private static int all;

    void work() {
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
